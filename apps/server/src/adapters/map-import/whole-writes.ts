import fs from 'node:fs'

/** Writes all the bytes at a position of the file, in several steps, because a full disk may take only some of them. */
export function writeWhole(fd: number, bytes: NodeJS.ArrayBufferView, at: number): void {
  for (let done = 0; done < bytes.byteLength; ) {
    done += fs.writeSync(fd, bytes, done, bytes.byteLength - done, at + done)
  }
}
