import { configOfProcess } from '../config/config.ts'
import { connectDatabase } from './connect.ts'
import { withDatabase } from './database-of-cli.ts'
import { openSeal, SealError } from './seal.ts'
import { resealWithCurrentKey } from './sealed-columns.ts'

/*
 * npm run secrets:reseal re-encrypts with SECRETS_KEY every stored secret that a key of SECRETS_KEY_OLD sealed, also while servers run;
 * prints the number of rows per column. Exits with 1 when a value cannot be opened; the values sealed until then stay, and the next run
 * continues.
 */

const config = configOfProcess()
await withDatabase(config, async (address) => {
  const { db, close } = connectDatabase(address, { max: 1 })
  try {
    const counts = await resealWithCurrentKey(db, openSeal(config))
    for (const [column, rows] of counts) console.log(`${column}: ${rows} rows`)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    console.error(error.message)
    process.exitCode = 1
  } finally {
    await close()
  }
})
