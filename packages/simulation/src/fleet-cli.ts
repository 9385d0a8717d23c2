import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { accountEmails } from './account-emails.ts'
import { DEFAULT_BEHAVIOUR, FAULTS, ROAMS } from './behaviour.ts'
import { readMix } from './behaviour-mix.ts'
import { type Account, type Fleet, startFleet } from './fleet.ts'
import { readPlaces } from './waiting-places.ts'

const HELP = `npm run fleet -- [options]

  --drivers 40            how many
  --url http://localhost:3000
  --refuse 10             of a hundred offers, so many are refused
  --ignore 10             and so many left ringing
  --accept-seconds 3      between hearing an offer and answering it
  --speed 30-45           km/h, from and to
  --finish-after 60       seconds with the client in the car; without it the trip ends at the destination
  --takes-pending         takes the first order of the pending list when free
  --roam city             ${ROAMS.join(', ')}
  --fault none            all of them have it: ${FAULTS.join(', ')}
  --mix deaf:5,flapping:10   so many of a hundred have it, the others none
  --stands '45.66,25.61;45.64,25.59'   a third of the drivers wait there while idle
  --speed-up 1            driving and waiting, times faster than life
  --seed 7                the same seed drives the same way
  --accounts 'sofer{n}@demo.ro'   e-mail of driver n; 'sofer{101-140}@demo.ro,curier{201-208}@demo.ro' names ranges
  --first 101             the first n
  --password demo-parola
  --make-accounts         first make the accounts flota1@demo.ro … in the database of DATA_DIR or DATABASE_URL
  --quiet                 no table of what happens`

const DEMO_DRIVERS = 40
const EVERY_MS = 10_000

function readOptions() {
  const { values } = parseArgs({
    options: {
      drivers: { type: 'string', default: String(DEMO_DRIVERS) },
      url: { type: 'string', default: 'http://localhost:3000' },
      refuse: { type: 'string', default: String(DEFAULT_BEHAVIOUR.refusePercent) },
      ignore: { type: 'string', default: String(DEFAULT_BEHAVIOUR.ignorePercent) },
      'accept-seconds': { type: 'string', default: String(DEFAULT_BEHAVIOUR.acceptSeconds) },
      speed: { type: 'string', default: `${DEFAULT_BEHAVIOUR.kmPerHour.from}-${DEFAULT_BEHAVIOUR.kmPerHour.to}` },
      'finish-after': { type: 'string' },
      'takes-pending': { type: 'boolean', default: false },
      roam: { type: 'string', default: DEFAULT_BEHAVIOUR.roam },
      fault: { type: 'string', default: DEFAULT_BEHAVIOUR.fault },
      mix: { type: 'string', default: '' },
      stands: { type: 'string', default: '' },
      'speed-up': { type: 'string', default: '1' },
      seed: { type: 'string', default: '7' },
      accounts: { type: 'string' },
      first: { type: 'string' },
      password: { type: 'string', default: 'demo-parola' },
      'make-accounts': { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const drivers = number('--drivers', values.drivers, 1, 20_000)
  const isDemo = drivers <= DEMO_DRIVERS && !values['make-accounts']
  return {
    drivers,
    url: values.url,
    behaviour: {
      ...DEFAULT_BEHAVIOUR,
      refusePercent: number('--refuse', values.refuse, 0, 100),
      ignorePercent: number('--ignore', values.ignore, 0, 100),
      acceptSeconds: number('--accept-seconds', values['accept-seconds'], 0, 60),
      speedUp: number('--speed-up', values['speed-up'], 0.1, 100),
      kmPerHour: speed(values.speed),
      finishAfterSeconds:
        values['finish-after'] === undefined ? null : number('--finish-after', values['finish-after'], 1, 86_400),
      takesPending: values['takes-pending'],
      roam: oneOf('--roam', values.roam, ROAMS),
      fault: oneOf('--fault', values.fault, FAULTS),
    },
    mix: readMix(values.mix),
    stands: readPlaces(values.stands),
    seed: number('--seed', values.seed, 0, 2 ** 32 - 1),
    accounts: values.accounts ?? (isDemo ? 'sofer{n}@demo.ro' : 'flota{n}@demo.ro'),
    first: number('--first', values.first ?? (isDemo && !values.accounts ? '101' : '1'), 0, 1_000_000),
    password: values.password,
    makeAccounts: values['make-accounts'],
    quiet: values.quiet,
    help: values.help,
  }
}

function number(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= min && value <= max) return value
  throw new Error(`${name} must be a number from ${min} to ${max}, it is "${text}"`)
}

function speed(text: string): { from: number; to: number } {
  const [from = '', to = from] = text.split('-')
  return { from: number('--speed', from, 1, 200), to: number('--speed', to, 1, 200) }
}

function oneOf<Word extends string>(name: string, text: string, args: readonly Word[]): Word {
  const word = args.find((known) => known === text)
  if (word === undefined) throw new Error(`${name} is one of ${args.join(', ')}, not "${text}"`)
  return word
}

/** Accounts need the server's database code; running it in a process of its own keeps this package free of it. */
function makeAccounts(count: number): void {
  const script = path.resolve(
    path.dirname(fileURLToPath(import.meta.url)),
    '../../../apps/server/src/demo/fleet-accounts/fleet-accounts-cli.ts',
  )
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script, String(count)], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function stopWith(fleet: Fleet, report: NodeJS.Timeout | undefined): void {
  const stop = () => {
    clearInterval(report)
    fleet.stop()
    // Exits even when sockets do not answer the close frame.
    setTimeout(() => process.exit(0), 1000).unref()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // A fleet started by a server ends with it, even when the server is killed.
  process.once('disconnect', stop)
  if (process.connected === false) stop()
}

function run(): void {
  const options = readOptions()
  if (options.help) {
    console.log(HELP)
    return
  }
  if (options.makeAccounts) makeAccounts(options.drivers)
  const { first, drivers: count, password } = options
  const accounts = accountEmails(options.accounts, { first, count }).map((email): Account => ({ email, password }))
  const fleet = startFleet({ ...options, accounts })
  const report = options.quiet
    ? undefined
    : setInterval(() => console.log(`${fleet.connected()} connected`, JSON.stringify(fleet.stats())), EVERY_MS)
  stopWith(fleet, report)
}

try {
  run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`\n${HELP}`)
  process.exit(2)
}
