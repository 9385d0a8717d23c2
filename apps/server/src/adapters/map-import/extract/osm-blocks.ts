import { createHash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { parse } from 'osm-pbf-parser-node'
import { ExtractError } from './extract-error.ts'
import { protobufFields } from './protobuf-fields.ts'

export type OsmKind = 'node' | 'way' | 'relation'
export type Tags = Readonly<Record<string, string>>

export type OsmItem =
  | { type: 'node'; id: number; lat: number; lon: number; tags?: Tags }
  | { type: 'way'; id: number; refs: number[]; tags?: Tags }
  | { type: 'relation'; id: number; members: { type: OsmKind; ref: number; role: string }[]; tags?: Tags }

/** Position in the file of a block of some thousand items. */
export interface OsmBlock {
  at: number
  bytes: number
  kinds: ReadonlySet<OsmKind>
}

/** Result of a first pass over the whole file, without reading the items. */
export interface Survey {
  bytes: number
  blocks: OsmBlock[]
  /** The beginning of the file's SHA-256. */
  digest: string
}

/** Limits of the format's specification: larger files are no .osm.pbf. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_BLOB_BYTES = 32 * 1024 * 1024
const UNDERSTOOD = new Set(['OsmSchema-V0.6', 'DenseNodes'])
/** Fields of a group inside a block. */
const KIND_OF_FIELD: Record<number, OsmKind> = { 1: 'node', 2: 'node', 3: 'way', 4: 'relation' }
/** First bytes of zip, bzip2, gzip and 7z files. */
const ARCHIVES = ['PK', 'BZh', '\u001f\u008b', '7z']
const KINDS: Record<string, ReadonlySet<OsmKind>> = {}

/** An extract on disk, read block by block: at most one block of it is in memory. */
export class OsmFile {
  readonly #handle: FileHandle
  readonly file: string
  readonly bytes: number

  private constructor(file: string, handle: FileHandle, bytes: number) {
    this.file = file
    this.#handle = handle
    this.bytes = bytes
  }

  /** Throws ExtractError when the file does not exist or is empty. */
  static async open(file: string): Promise<OsmFile> {
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) throw new ExtractError(`There is no file ${file}`)
    if (found.size === 0) throw new ExtractError(`${file} is empty: fetch it again`)
    const handle = await open(file).catch((cause) => {
      throw new ExtractError(`${file} cannot be opened`, { cause })
    })
    return new OsmFile(file, handle, found.size)
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  /**
   * Reads the whole file once, to check that it is complete and to locate its nodes, ways and relations. `seen` gets the share
   * that was read. Throws ExtractError.
   */
  async survey(seen: (share: number) => void = () => {}): Promise<Survey> {
    const hash = createHash('sha256')
    const blocks: OsmBlock[] = []
    await this.#refuseOtherFormats()
    for (let at = 0; at < this.bytes; ) {
      const head = await this.#readHead(at)
      const blob = await this.#bytes(head.at, head.bytes)
      hash.update(`${head.type} ${head.bytes} `).update(blob)
      const kinds = this.#carefully(at, () => this.#lookInto(head.type, blob))
      if (kinds.size > 0) blocks.push({ at: head.at, bytes: head.bytes, kinds })
      at = head.at + head.bytes
      seen(at / this.bytes)
    }
    return { bytes: this.bytes, blocks, digest: hash.digest('hex').slice(0, 16) }
  }

  /** All items of a block, in the file's order. Throws ExtractError when the block is damaged. */
  async read(block: OsmBlock): Promise<OsmItem[]> {
    const blob = await this.#bytes(block.at, block.bytes)
    return this.#carefully(block.at, () => parse(unpacked(blob), {}) as OsmItem[])
  }

  async #readHead(at: number): Promise<{ type: string; at: number; bytes: number }> {
    const length = (await this.#bytes(at, 4)).readUInt32BE(0)
    if (length === 0 || length > MAX_HEADER_BYTES) throw this.#damaged(at)
    const header = await this.#bytes(at + 4, length)
    const { type, bytes } = this.#carefully(at, () => readHeader(header))
    if (bytes <= 0 || bytes > MAX_BLOB_BYTES) throw this.#damaged(at)
    return { type, at: at + 4 + length, bytes }
  }

  #lookInto(type: string, blob: Buffer): ReadonlySet<OsmKind> {
    const data = unpacked(blob)
    if (type === 'OSMData') return kindsIn(data)
    if (type === 'OSMHeader') this.#refuseUnknownFeatures(data)
    return kindsNamed([])
  }

  #refuseUnknownFeatures(header: Buffer): void {
    for (const { number, value } of protobufFields(header)) {
      if (number !== 4 || UNDERSTOOD.has(String(value))) continue
      throw new ExtractError(`${this.file} needs a reader that knows ${value}; an ordinary extract does not`)
    }
  }

  async #refuseOtherFormats(): Promise<void> {
    const start = (await this.#bytes(0, Math.min(64, this.bytes))).toString('latin1').trimStart()
    if (/^<\?xml|^<osm/i.test(start)) {
      throw new ExtractError(
        `${this.file} is OSM XML; fetch the .osm.pbf, or convert it: osmium cat in.osm -o out.osm.pbf`,
      )
    }
    if (start.startsWith('<')) {
      throw new ExtractError(`${this.file} is a web page, not a map: the download went wrong, fetch it again`)
    }
    if (ARCHIVES.some((mark) => start.startsWith(mark))) {
      throw new ExtractError(`${this.file} is an archive; unpack it first`)
    }
  }

  async #bytes(at: number, length: number): Promise<Buffer> {
    if (at + length > this.bytes) {
      throw new ExtractError(
        `${this.file} is no readable .osm.pbf: it is cut off after ${this.bytes} bytes, fetch it again`,
      )
    }
    const buffer = Buffer.allocUnsafe(length)
    const { bytesRead } = await this.#handle.read(buffer, 0, length, at)
    if (bytesRead < length) throw new ExtractError(`${this.file} became shorter while it was read`)
    return buffer
  }

  #carefully<Result>(at: number, work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (error instanceof ExtractError) throw error
      throw this.#damaged(at, error)
    }
  }

  #damaged(at: number, cause?: unknown): ExtractError {
    return new ExtractError(`${this.file} is no readable .osm.pbf: it is damaged at byte ${at}, fetch it again`, {
      cause,
    })
  }
}

function readHeader(header: Buffer): { type: string; bytes: number } {
  let type = ''
  let bytes = 0
  for (const { number, value } of protobufFields(header)) {
    if (number === 1) type = String(value)
    if (number === 3) bytes = Number(value)
  }
  return { type, bytes }
}

/** The message of a blob: plain, or compressed by zlib as in every public download. */
function unpacked(blob: Buffer): Buffer {
  for (const { number, value } of protobufFields(blob)) {
    if (typeof value === 'number') continue
    if (number === 1) return value
    if (number === 3) return inflateSync(value, { maxOutputLength: MAX_BLOB_BYTES })
  }
  throw new ExtractError(
    'The extract is packed in a way that is not understood; repack it: osmium cat in -o out.osm.pbf',
  )
}

function kindsIn(data: Buffer): ReadonlySet<OsmKind> {
  const found: OsmKind[] = []
  for (const { number, value } of protobufFields(data)) {
    if (number !== 2 || typeof value === 'number') continue
    for (const { number: field } of protobufFields(value)) {
      const kind = KIND_OF_FIELD[field]
      if (kind && !found.includes(kind)) found.push(kind)
      // A group holds one kind only.
      if (kind) break
    }
  }
  return kindsNamed(found)
}

/** Blocks of the same kinds share one set. */
function kindsNamed(kinds: OsmKind[]): ReadonlySet<OsmKind> {
  const name = kinds.toSorted().join()
  KINDS[name] ??= new Set(kinds)
  return KINDS[name]
}
