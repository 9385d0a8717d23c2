import { execFileSync, spawnSync } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MIB = 1024 * 1024

/** Whether this process may mount a disk of its own. */
export function mayMount(): boolean {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'may-mount-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir]).status === 0
  if (isMounted) execFileSync('umount', [dir])
  fs.rmdirSync(dir)
  return isMounted
}

/** Mounts a disk of this size over a folder; others may walk in. */
export function mountSmallDisk(dir: string, mebibytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', dir])
}

export function unmountSmallDisk(dir: string): void {
  execFileSync('umount', [dir])
}

/** Takes what is left of the disk; the returned function gives it back. */
export function fillDisk(dir: string): () => void {
  const ballast = path.join(dir, `ballast-${crypto.randomUUID()}`)
  const file = fs.openSync(ballast, 'w')
  for (const size of [MIB, 4096]) {
    try {
      for (;;) fs.writeSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  fs.closeSync(file)
  return () => fs.rmSync(ballast)
}
