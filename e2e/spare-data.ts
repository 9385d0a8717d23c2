import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The folder of a server's data that its database stands in. */
export const CLUSTER = 'postgres/pgdata'
/** Where the spare data of this run is kept; nobody keeps any outside of one. */
export const KEPT_IN = 'SPARE_DATA'

/** What is older differs from a fresh demo: the orders that were to come have come. */
const MOST_AGE_MS = 180_000
/** Longer than what is left of it takes, unless the machine has no time to spare at all. */
const LONGEST_WAIT_MS = 20_000
const LOOK_MS = 100

/** Puts the spare data into this empty folder, if there is any and it is fresh; otherwise the server makes its own. */
export async function takeSpareData(into: string): Promise<void> {
  const folder = process.env[KEPT_IN]
  if (!folder) return
  const { wanted, making, ready } = spareIn(folder)
  const giveUpAt = Date.now() + LONGEST_WAIT_MS
  while (fs.existsSync(making) && Date.now() < giveUpAt) await sleep(LOOK_MS)
  // While it is made, nobody but the maker touches what is there.
  if (!fs.existsSync(making)) {
    if (fs.existsSync(ready) && Date.now() - fs.statSync(ready).mtimeMs < MOST_AGE_MS) {
      fs.mkdirSync(path.join(into, path.dirname(CLUSTER)), { recursive: true })
      fs.renameSync(path.join(ready, CLUSTER), path.join(into, CLUSTER))
    }
    fs.rmSync(ready, { recursive: true, force: true })
  }
  fs.writeFileSync(wanted, '')
}

export const spareIn = (folder: string) => ({
  /** Somebody took what there was, or found nothing. */
  wanted: path.join(folder, 'wanted'),
  making: path.join(folder, 'making'),
  ready: path.join(folder, 'ready'),
})
