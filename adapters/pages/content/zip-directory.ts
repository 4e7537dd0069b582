/** A file in a ZIP archive, as the directory describes it. */
export interface ZipEntry {
  readonly name: string;
  /** The unpacked size that the directory claims. */
  readonly bytes: number;
  /** Whether the file is not compressed. */
  readonly isStored: boolean;
  /** The packed data. Throws a `RangeError` if the archive is cut. */
  readonly data: () => Buffer;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
const maxCommentBytes = 0xffff;

/** Reads the directory of a ZIP archive. Null if it is missing or damaged, or for ZIP64, which no document needs. */
export function readZipDirectory(bytes: Uint8Array): readonly ZipEntry[] | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const count = view.readUInt16LE(end + 10);
  const entries: ZipEntry[] = [];
  let at = view.readUInt32LE(end + 16);
  for (let read = 0; read < count; read += 1) {
    if (at + entryBytes > end || view.readUInt32LE(at) !== entrySignature) return null;
    const nameBytes = view.readUInt16LE(at + 28);
    const packedBytes = view.readUInt32LE(at + 20);
    const local = view.readUInt32LE(at + 42);
    entries.push({
      name: view.toString('utf8', at + entryBytes, at + entryBytes + nameBytes),
      bytes: view.readUInt32LE(at + 24),
      isStored: view.readUInt16LE(at + 10) === 0,
      data: () => {
        const start = local + localBytes + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28);
        return view.subarray(start, start + packedBytes);
      },
    });
    at += entryBytes + nameBytes + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(view: Buffer): number | null {
  const first = Math.max(0, view.length - endBytes - maxCommentBytes);
  for (let at = view.length - endBytes; at >= first; at -= 1) {
    if (view.readUInt32LE(at) === endSignature) return at;
  }
  return null;
}
