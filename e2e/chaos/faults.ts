import { fillDisk } from '../../apps/server/src/testing/database/small-disk.ts'
import type { ChaosNode } from './chaos-node.ts'
import type { FaultName, PlannedFault } from './plan.ts'
import type { World } from './world.ts'

type Undo = () => unknown
/** Starts a fault and returns its undo function, or a text that says why it cannot start. */
type Begin = (world: World, fault: PlannedFault) => Promise<Undo | string> | Undo | string

const IS_DOWN = 'it is down already'
const NO_REDIS = 'one node needs no Redis, and two do without where none is installed'
const NOTHING_TO_UNDO = () => undefined

const BEGIN: Record<FaultName, Begin> = {
  kill_server: async (world, fault) => {
    const node = nodeOf(world, fault)
    return (await node.kill()) ? () => node.startAgain() : IS_DOWN
  },
  freeze_server: (world, fault) => nodeOf(world, fault).freeze() ?? IS_DOWN,
  hold_clients: (world, fault) => held(nodeOf(world, fault).clients),
  disconnect_clients: (world, fault) => disconnected(nodeOf(world, fault).clients),
  swallow_answers: (world, fault) => {
    const { clients } = nodeOf(world, fault)
    clients.blackhole('answers')
    return () => {
      clients.restore()
      // Otherwise nobody would notice for a minute, the time allowed to a silent socket.
      clients.disconnect()
    }
  },
  hold_database: (world, fault) => held(nodeOf(world, fault).database),
  disconnect_database: (world, fault) => disconnected(nodeOf(world, fault).database),
  swallow_database: (world, fault) => {
    const { database } = nodeOf(world, fault)
    database.blackhole('everything')
    return () => database.restore()
  },
  kill_postgres: (world) => signalPostgres(world, 'SIGKILL'),
  restart_postgres: (world) => signalPostgres(world, 'SIGINT'),
  fill_disk: ({ hasSmallDisk, dataDir }) =>
    hasSmallDisk ? fillDisk(dataDir.path) : 'mounting a small disk needs root',
  kill_redis: async ({ redis }) => {
    if (!redis) return NO_REDIS
    return (await redis.kill()) ? () => redis.startAgain() : IS_DOWN
  },
  hold_redis: (world, fault) => {
    const { redis } = nodeOf(world, fault)
    return redis ? held(redis) : NO_REDIS
  },
  step_clock: (world, fault) => {
    const node = nodeOf(world, fault)
    node.setClock(fault.clockSeconds)
    return () => node.setClock(0)
  },
}

export function beginFault(world: World, fault: PlannedFault): Promise<Undo | string> {
  return Promise.resolve(BEGIN[fault.name](world, fault))
}

function nodeOf({ nodes }: World, { node }: PlannedFault): ChaosNode {
  const found = nodes[node]
  if (!found) throw new Error(`there is no node ${node}`)
  return found
}

function held(wire: ChaosNode['clients']): Undo {
  wire.hold()
  return () => wire.restore()
}

function disconnected(wire: ChaosNode['clients']): Undo {
  wire.disconnect()
  return NOTHING_TO_UNDO
}

function signalPostgres({ dataDir }: World, signal: 'SIGKILL' | 'SIGINT'): Undo | string {
  const pid = dataDir.postgresPid()
  if (pid === undefined) return IS_DOWN
  process.kill(pid, signal)
  return NOTHING_TO_UNDO
}
