import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blob, ExtractWriter } from '../../../testing/map/extract-writer.ts'
import { protobuf } from '../../../testing/map/protobuf.ts'
import { tinyExtract } from '../../../testing/map/tiny-extract.ts'
import { ExtractError } from './extract-error.ts'
import { type OsmRelation, type OsmWay, streamExtract } from './stream-extract.ts'

const NODES = [
  { id: 1, lat: 45.6, long: 25.6 },
  { id: 2, lat: 45.601, long: 25.6 },
  { id: 3, lat: 45.601, long: 25.601, tags: { place: 'village', name: 'Satul' } },
]
const WAYS = [{ id: 10, refs: [1, 2, 999, 3], tags: { highway: 'residential', name: 'Strada Morii' } }]

let folder: string

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-stream-'))
})
afterAll(() => fs.rm(folder, { recursive: true }))

async function fileOf(bytes: Buffer | string): Promise<string> {
  const file = path.join(folder, 'some.osm.pbf')
  await fs.writeFile(file, bytes)
  return file
}

async function wrongWith(bytes: Buffer | string): Promise<string> {
  const file = await fileOf(bytes)
  const error = await streamExtract(file, [], { folder }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ExtractError)
  return String(error)
}

test('a file that is no extract is refused, each with the remedy', async () => {
  const whole = tinyExtract(NODES, WAYS)
  expect(await wrongWith('')).toContain('is empty')
  expect(await wrongWith('<!DOCTYPE html><html><body>404 Not Found</body></html>')).toContain('is a web page')
  expect(await wrongWith('<?xml version="1.0"?><osm version="0.6"></osm>')).toContain('is OSM XML')
  expect(await wrongWith(gzipSync(whole))).toContain('is an archive')
  expect(await wrongWith(whole.subarray(0, whole.length - 40))).toContain('is cut off')
  expect(await wrongWith('nothing that anybody would call a map, but long enough')).toContain('is damaged at byte 0')
})

test('a damaged extract is refused with the position, whichever byte was damaged', async () => {
  const whole = tinyExtract(NODES, WAYS)
  for (let at = 5; at < whole.length; at += 7) {
    const damaged = Buffer.from(whole)
    damaged[at] = (damaged[at] ?? 0) ^ 0xff
    const file = await fileOf(damaged)
    const outcome = await streamExtract(file, [], { folder }).catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome, `byte ${at}`).toBeInstanceOf(ExtractError)
  }
})

test('a block that decompresses to far more than the format allows is not decompressed', async () => {
  const bomb = Buffer.concat([
    blob('OSMHeader', protobuf([4, 'OsmSchema-V0.6'])),
    blob('OSMData', Buffer.alloc(64 * 1024 * 1024)),
  ])
  expect(await wrongWith(bomb)).toContain('is damaged')
})

test('an extract that requires an unknown feature is refused', async () => {
  const history = blob('OSMHeader', protobuf([4, 'OsmSchema-V0.6'], [4, 'HistoricalInformation']))
  expect(await wrongWith(history)).toContain('needs a reader that knows HistoricalInformation')
})

test('an extract without the order of ids names the remedy', async () => {
  const [one, two, three] = NODES
  if (!one || !two || !three) throw new Error('three nodes')
  expect(await wrongWith(tinyExtract([two, one, three], WAYS))).toContain('osmium sort')
})

test('impossible coordinates are left out and counted, like points missing in the extract', async () => {
  const file = await fileOf(tinyExtract([...NODES, { id: 4, lat: 145, long: 25 }, { id: 5, lat: 4, long: -190 }], WAYS))
  const ways: OsmWay[] = []
  const read = await streamExtract(file, [{ way: (way) => ways.push(way) }], { folder })
  expect(read).toMatchObject({ nodes: 3, ways: 1, impossible: 2 })
  expect(ways[0]).toMatchObject({ refs: [1, 2, 999, 3], pointRefs: [1, 2, 3], closed: false })
})

test('relations get the lines they need however many blocks lie between', async () => {
  const file = path.join(folder, 'many-blocks.osm.pbf')
  const writer = new ExtractWriter(file)
  for (let id = 1; id <= 20_000; id++) writer.node(id, 45 + id / 1e5, 25)
  for (let id = 1; id <= 10_000; id++) writer.way(id, [id, id + 1], {})
  writer.relation(1, [{ type: 'way', ref: 2, role: 'outer' }], { type: 'multipolygon' })
  writer.relation(2, [{ type: 'way', ref: 9999, role: 'inner' }], { type: 'multipolygon' })
  writer.relation(3, [{ type: 'way', ref: 5, role: '' }], { type: 'route' })
  writer.close()
  const seen: OsmRelation[] = []
  const wantsLines = (tags: Readonly<Record<string, string>>) => tags.type === 'multipolygon'
  await streamExtract(file, [{ wantsLines, relation: (relation) => seen.push(relation) }], { folder })
  expect(seen.map(({ id, lines }) => [id, lines])).toEqual([
    [
      1,
      [
        {
          role: 'outer',
          points: [
            { lat: 45.00002, long: 25 },
            { lat: 45.00003, long: 25 },
          ],
        },
      ],
    ],
    [
      2,
      [
        {
          role: 'inner',
          points: [
            { lat: 45.09999, long: 25 },
            { lat: 45.1, long: 25 },
          ],
        },
      ],
    ],
    [3, []],
  ])
})
