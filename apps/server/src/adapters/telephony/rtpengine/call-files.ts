import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileNameOf, type RecordingsFolder } from '../recordings-folder.ts'

/** Files of calls: sound files, and packets of rtpengine that are not converted yet. */
export class CallFiles {
  readonly #recordings: RecordingsFolder
  readonly #rtpengineDir: string | null

  constructor(recordings: RecordingsFolder, rtpengineDir: string | null) {
    this.#recordings = recordings
    this.#rtpengineDir = rtpengineDir
  }

  remove(file: string): Promise<void> {
    return this.#recordings.remove(file)
  }

  /** Removes all files of one call, whether or not a row names them. */
  async removeCall(sipCallerId: string): Promise<void> {
    for (let file = await this.#recordings.find(sipCallerId); file; file = await this.#recordings.find(sipCallerId)) {
      await this.#recordings.remove(file)
    }
    if (this.#rtpengineDir !== null) await removePackets(this.#rtpengineDir, sipCallerId)
  }
}

/** Packets are named by the Call-ID of the trunk; the metadata file beside them has the server's id of the call, in hexadecimal digits. */
async function removePackets(folder: string, sipCallerId: string): Promise<void> {
  const [pcaps, metadata] = [path.join(folder, 'pcaps'), path.join(folder, 'metadata')]
  const ownNote = `dispecerat:${Buffer.from(sipCallerId).toString('hex')}`
  const starts = [`${fileNameOf(sipCallerId)}-`]
  for (const note of await filesOf(metadata)) {
    const text = await readFile(path.join(metadata, note), 'utf8').catch(() => '')
    const isOwn = text.split('\n').some((line) => line.trim() === ownNote)
    if (isOwn) starts.push(note.replace(/^rtpengine-meta-/, '').replace(/\.pcap\.txt$/, ''))
  }
  const isOwn = (file: string) => starts.some((start) => file.replace(/^rtpengine-meta-/, '').startsWith(start))
  for (const where of [pcaps, metadata]) {
    for (const file of (await filesOf(where)).filter(isOwn)) await rm(path.join(where, file), { force: true })
  }
}

/** Empty before rtpengine has created its folders. */
function filesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((): string[] => [])
}
