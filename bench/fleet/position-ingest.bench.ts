import { setTimeout as sleep } from 'node:timers/promises'
import { type BarePeer, startPeer } from '../bare-peer.ts'
import { type Installation, openInstallation } from '../bench-installation.ts'
import { connectDrivers, type DriverSocket, hangUp, keepReporting, positionFrame } from '../driver-sockets.ts'
import { alternate, type Bench, type BenchRow, median } from '../measure.ts'
import { cpuOf } from '../process-cost.ts'

const DRIVERS = 3_000
const EVERY_SECONDS = 1.2
const BURST = 15
const ROUNDS = 4
const SECONDS = 5
/** After this time the rate limit of a socket has refilled. */
const REFILL_MS = 2_500

interface Side {
  pid: number
  sockets: DriverSocket[]
  pongs: () => number
}

/** Positions of drivers: validated, rate-limited, put into the grid and saved, against only parsed. */
export const bench: Bench = {
  name: 'position-ingest',
  run: async () => {
    await using installation = await openInstallation({ drivers: DRIVERS })
    await using peer = await startPeer('parse')
    const ours = await sideOf(installation, installation, true)
    const bare = await sideOf(peer, installation, false)
    try {
      const idle = { ours: await idleCpu(ours), peer: await idleCpu(bare) }
      const steady = await alternate(
        ROUNDS,
        () => cpuPerFrame(ours, idle.ours),
        () => cpuPerFrame(bare, idle.peer),
      )
      const cpu = { ours: [] as number[], peer: [] as number[] }
      const drained = await alternate(
        ROUNDS,
        () => burst(ours, cpu.ours),
        () => burst(bare, cpu.peer),
      )
      const saved = await installation.db
        .selectFrom('driver_last_positions')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      const offered = Math.round(DRIVERS / EVERY_SECONDS).toLocaleString('en-US')
      return {
        title: 'Position ingest',
        growsWith: 'the frames per second; the size of the fleet costs memory and one saved row per driver and second.',
        rows: [
          row(`CPU per frame, ${offered} frames/s offered by ${DRIVERS} sockets`, 'µs', steady),
          row(`CPU per frame in a burst of ${BURST} from each socket`, 'µs', cpu),
          row(`frames per second in that burst`, '/s', drained, 'higher'),
        ],
        notes: [
          'at the fixed rate every frame moves its driver: index, zone and the write-behind to PostgreSQL are in the figure',
          `in the burst only the first frame of a socket moves it (one position per second is taken), the rest are validated, counted and dropped`,
          `idle cost of the open sockets is subtracted; ${saved.n} drivers have a saved position`,
        ],
      }
    } finally {
      hangUp(ours.sockets)
      hangUp(bare.sockets)
    }
  },
}

function row(
  what: string,
  unit: string,
  figures: { ours: number[]; peer: number[] },
  better: BenchRow['better'] = 'lower',
): BenchRow {
  const peerName = 'bare ws that parses'
  return { what, unit, ours: median(figures.ours), peer: median(figures.peer), peerName, better }
}

async function sideOf({ url, pid }: Installation | BarePeer, installation: Installation, auth: boolean): Promise<Side> {
  let pongs = 0
  const onFrame = ({ event }: { event: string }) => {
    if (event === 'pong') pongs += 1
  }
  return { pid, sockets: await connectDrivers(url, installation.drivers, { auth, onFrame }), pongs: () => pongs }
}

/** CPU microseconds per second with idle open sockets. */
async function idleCpu({ pid }: Side): Promise<number> {
  await sleep(1_000)
  const before = cpuOf(pid)
  await sleep(2_000)
  return (cpuOf(pid) - before) / 2
}

async function cpuPerFrame({ pid, sockets }: Side, idle: number): Promise<number> {
  const before = cpuOf(pid)
  const reporting = keepReporting(sockets, EVERY_SECONDS)
  await sleep(SECONDS * 1000)
  reporting.stop()
  // Frames in flight and the last write-behind are part of the cost of the frames.
  await sleep(1_200)
  return (cpuOf(pid) - before - idle * (SECONDS + 1.2)) / reporting.sent()
}

/** Frames per second, from the first byte to the last answer of a ping sent behind the frames. */
async function burst({ pid, sockets, pongs }: Side, cpu: number[]): Promise<number> {
  await sleep(REFILL_MS)
  const frames = sockets.length * BURST
  const wanted = pongs() + sockets.length
  const before = cpuOf(pid)
  const startedAt = performance.now()
  for (const { socket, driver } of sockets) {
    for (let turn = 0; turn < BURST; turn++) socket.send(positionFrame(driver, turn))
    socket.send('{"event":"ping"}')
  }
  while (pongs() < wanted) {
    if (performance.now() - startedAt > 30_000) throw new Error('a burst was not heard within 30 s')
    await sleep(2)
  }
  const seconds = (performance.now() - startedAt) / 1000
  cpu.push((cpuOf(pid) - before) / frames)
  return frames / seconds
}
