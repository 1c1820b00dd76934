//! What the FFmpeg libraries on this machine can do, for the doctor.

use ffmpeg_next::{codec, decoder, encoder, format};

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Support {
    /// Versions of libavformat and libavcodec, for people.
    pub versions: String,
    /// Name of the encoder for H.264, which clips are written with.
    pub h264_encoder: Option<String>,
    /// Formats that cameras and phones record in and that cannot be decoded here.
    pub undecodable: Vec<&'static str>,
}

/// Asks the libraries.
pub fn support() -> Support {
    // The libraries keep a version in one number: 16 bits, 8 bits, 8 bits.
    let dotted = |version: u32| format!("{}.{}.{}", version >> 16, (version >> 8) & 0xff, version & 0xff);
    let wanted = [
        ("H.264", codec::Id::H264),
        ("HEVC", codec::Id::HEVC),
        ("VP9", codec::Id::VP9),
        ("AV1", codec::Id::AV1),
        ("MJPEG", codec::Id::MJPEG),
        ("AAC", codec::Id::AAC),
    ];
    Support {
        versions: format!("libavformat {}, libavcodec {}", dotted(format::version()), dotted(codec::version())),
        h264_encoder: encoder::find(codec::Id::H264).map(|codec| codec.name().to_owned()),
        undecodable: wanted.into_iter().filter(|(_, id)| decoder::find(*id).is_none()).map(|(name, _)| name).collect(),
    }
}
