//! Sixty-four uploads at once in an asynchronous program, hashed by streams
//! that share the lanes.
//!
//!     cargo run --release -p lanesum --example uploads
//!
//! Hashing is work, so each piece goes to a thread of tokio's that may block,
//! with its buffer and its stream, and both come back. While one of those
//! threads hashes for all, the others wait for it, asleep.

use lanesum::streams::{Pool, Stream};
use lanesum::{Algorithm, hash};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, duplex};
use tokio::task::{JoinSet, spawn_blocking};

/// Bytes in a piece: enough for it to be worth to share lanes.
const PIECE: usize = 64 << 10;

/// Bytes in an upload.
const LEN: usize = 10_000_000;

/// Hashes what a client sends.
async fn receive(mut client: impl AsyncRead + Unpin, mut stream: Stream) -> anyhow::Result<Stream> {
    let mut piece = vec![0; PIECE];
    loop {
        let mut len = 0;
        while len < PIECE {
            match client.read(&mut piece[len..]).await? {
                0 => break,
                read => len += read,
            }
        }
        if len == 0 {
            return Ok(stream);
        }
        (stream, piece) = spawn_blocking(move || {
            stream.update(&piece[..len]);
            (stream, piece)
        })
        .await?;
    }
}

/// What client `i` sends.
fn upload(i: usize) -> Vec<u8> {
    (0..LEN).map(|j| (i + j * 31 + j / 256) as u8).collect()
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let pool = Pool::new(Algorithm::Md5);
    let mut uploads = JoinSet::new();
    for i in 0..64 {
        // In a service, a connection.
        let (mut client, here) = duplex(PIECE);
        tokio::spawn(async move { client.write_all(&upload(i)).await });
        let stream = pool.stream();
        uploads.spawn(async move { anyhow::Ok((i, receive(here, stream).await?.finalize())) });
    }
    while let Some(done) = uploads.join_next().await {
        let (i, digest) = done??;
        anyhow::ensure!(digest == hash(Algorithm::Md5, &upload(i)), "upload {i}");
        println!("{digest}  upload {i}");
    }
    let stats = pool.stats();
    println!(
        "{} rounds of {:.1} lanes: {} MB; {} MB alone",
        stats.rounds(),
        stats.lanes(),
        stats.bytes() / 1_000_000,
        stats.alone_bytes() / 1_000_000
    );
    Ok(())
}
