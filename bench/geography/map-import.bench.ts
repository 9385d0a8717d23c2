import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { writePretendCountry } from '@dispecerat/server/testing/map/pretend-country'
import type { Bench, BenchRow } from '../measure.ts'
import { writeCityCopies } from './city-copies.ts'

/** A town has ten thousand points, so one million points are compared with five million. */
const SMALL_TOWNS = 100
const LARGE_TOWNS = 500
/** The larger import may take this factor more memory, for names of settlements, roads and the heap's slack. */
const MAX_GROWTH = 1.5
/** The limit of the project for importing the extract of a city of 300,000 people. */
const CITY_SECONDS = 30
/** Roads are stored only around the first copy, as they would be for the extract of a country. */
const ROADS_OF_COUNTRY = ['--roads-within', '45.65,25.6,70']

interface Run {
  seconds: number
  megabytes: number
}

export const bench: Bench = {
  name: 'map-import',
  async run() {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-import-'))
    try {
      const small = await importCountry(folder, SMALL_TOWNS)
      const large = await importCountry(folder, LARGE_TOWNS)
      const rows: BenchRow[] = [
        {
          what: 'most memory of an import of 5 M points against 1 M points',
          unit: 'MB',
          ours: large.megabytes,
          peer: small.megabytes * MAX_GROWTH,
          peerName: 'limit, one and a half times',
          better: 'lower',
        },
        {
          what: 'points a second, 5 M against 1 M',
          unit: 'points/s',
          ours: large.nodes / large.seconds,
          peer: small.nodes / small.seconds,
          peerName: '1 M points',
          better: 'higher',
        },
      ]
      const city = process.env.MAP_EXTRACT
      if (city) rows.push(cityRow(await importFile(folder, city)))
      const copies = city ? await importCopies(folder, city) : []
      rows.push(...copyRows(copies))
      return {
        title: 'Importing a map',
        growsWith:
          'time with the size of the extract; memory with its settlements and the roads that are kept, not with its points',
        rows,
        notes: [
          `1 M points: ${small.seconds.toFixed(0)} s, ${small.megabytes.toFixed(0)} MB; 5 M points: ${large.seconds.toFixed(0)} s, ${large.megabytes.toFixed(0)} MB; addresses, tiles and roads into PostgreSQL, its own memory not counted`,
          city
            ? 'the city is the extract that MAP_EXTRACT names'
            : 'MAP_EXTRACT names no extract: no real city was imported',
          ...copies.map(wordsOfCopies),
        ],
      }
    } finally {
      await fs.rm(folder, { recursive: true, force: true })
    }
  },
}

function cityRow({ seconds }: Run): BenchRow {
  return {
    what: 'a real city, whole import',
    unit: 's',
    ours: seconds,
    peer: CITY_SECONDS,
    peerName: 'limit',
    better: 'lower',
  }
}

interface Copies extends Run {
  copies: number
  nodes: number
  fileMegabytes: number
}

/** MAP_COPIES lists how many copies of the city make a region and a country, e.g. '20,60'. By default none, since they take minutes. */
async function importCopies(folder: string, city: string): Promise<Copies[]> {
  const found: Copies[] = []
  for (const copies of (process.env.MAP_COPIES ?? '').split(',').map(Number).filter(Boolean)) {
    const file = path.join(folder, 'copies.osm.pbf')
    const { nodes } = await writeCityCopies(city, file, copies)
    const { size } = await fs.stat(file)
    const run = await importFile(folder, file, ROADS_OF_COUNTRY)
    found.push({ ...run, copies, nodes, fileMegabytes: size / 2 ** 20 })
  }
  return found
}

function copyRows([small, ...larger]: Copies[]): BenchRow[] {
  if (!small) return []
  return larger.map((large) => ({
    what: `most memory, ${millions(large)} of ${large.copies} cities against ${millions(small)} of ${small.copies}`,
    unit: 'MB',
    ours: large.megabytes,
    peer: small.megabytes * MAX_GROWTH,
    peerName: 'limit, one and a half times',
    better: 'lower',
  }))
}

function millions({ nodes }: { nodes: number }): string {
  return `${(nodes / 1e6).toFixed(1)} M points`
}

function wordsOfCopies(run: Copies): string {
  const file = `${run.copies} copies of the city over Romania, a file of ${run.fileMegabytes.toFixed(0)} MB, ${millions(run)}`
  return `${file}: ${run.seconds.toFixed(0)} s, ${run.megabytes.toFixed(0)} MB; roads within 70 km of the first`
}

async function importCountry(folder: string, towns: number): Promise<Run & { nodes: number }> {
  const file = path.join(folder, `country-${towns}.osm.pbf`)
  const { nodes } = writePretendCountry(file, towns)
  return { nodes, ...(await importFile(folder, file)) }
}

/** A whole import by the operator's command, with its heap limit; the program reports its peak memory itself. */
async function importFile(folder: string, file: string, more: readonly string[] = []): Promise<Run> {
  const child = spawn('npm', ['run', '--silent', 'import:map', '--', file, ...more], {
    env: { ...process.env, DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, wrong] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const megabytes = /most memory used: ([\d.]+) MB/.exec(output)?.[1]
  const begun = /([\d.]+) s .*looking the file over/.exec(output)?.[1]
  const done = /([\d.]+) s .*most memory used/.exec(output)?.[1]
  if (megabytes === undefined || begun === undefined || done === undefined) throw new Error(wrong || output)
  return { megabytes: Number(megabytes), seconds: Number(done) - Number(begun) }
}
