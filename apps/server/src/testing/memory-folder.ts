import fs from 'node:fs'
import os from 'node:os'

/** Folder for test data, in memory (/dev/shm) where Linux offers it: a test run copies clusters hundreds of times. */
export const MEMORY_FOLDER = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir()
