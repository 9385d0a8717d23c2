import { execFileSync, spawnSync } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MIB = 1024 * 1024

/** True when this process has the rights to mount a disk. */
export function mayMount(): boolean {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'may-mount-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir]).status === 0
  if (isMounted) execFileSync('umount', [dir])
  fs.rmdirSync(dir)
  return isMounted
}

/** Mounts a disk of this size over a folder that other users may enter. */
export function mountSmallDisk(dir: string, mebibytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', dir])
}

export function unmountSmallDisk(dir: string): void {
  execFileSync('umount', [dir])
}

/** Fills the rest of the disk; the returned function frees it again. */
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
