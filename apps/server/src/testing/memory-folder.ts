import fs from 'node:fs'
import os from 'node:os'

/** Where the data of tests is kept: in memory where Linux offers it as a folder. A run copies clusters hundreds of times. */
export const MEMORY_FOLDER = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir()
