import {
  type OsmBlock,
  OsmFile,
  type OsmItem,
  type OsmKind,
} from '@dispecerat/server/adapters/map-import/extract/osm-blocks'
import { ExtractWriter } from '@dispecerat/server/testing/map/extract-writer'

/** Distance between copies, like that between real cities, in rows from the south-west of Romania; the first copy stays where it is. */
const ROW = 10
const STEP = { lat: 0.75, long: 0.85 }
const SOUTH_WEST = { lat: 43.9, long: 20.6 }
/** Larger than any id of the extract. */
const IDS_A_COPY = 2 ** 36

/**
 * Writes an extract of so many copies of a real city, laid out like that of a country: nodes, ways and relations in the order of their
 * ids, one block of the city in memory at a time. Settlements of a copy carry its number.
 */
export async function writeCityCopies(city: string, file: string, copies: number): Promise<{ nodes: number }> {
  const source = await OsmFile.open(city)
  const writer = new ExtractWriter(file)
  try {
    const { blocks } = await source.survey()
    const middle = await middleOf(source, blocks)
    let nodes = 0
    for (const kind of ['node', 'way', 'relation'] as const) {
      for (let copy = 0; copy < copies; copy++) {
        const shift = shiftOf(copy, middle)
        for (const block of blocks.filter(({ kinds }) => kinds.has(kind))) {
          for (const item of await source.read(block)) if (item.type === kind) writeItem(writer, item, copy, shift)
        }
      }
    }
    for (const block of blocks.filter(({ kinds }) => kinds.has('node')))
      nodes += (await source.read(block)).filter(({ type }) => type === 'node').length
    return { nodes: nodes * copies }
  } finally {
    writer.close()
    await source.close()
  }
}

interface Shift {
  lat: number
  long: number
}

function shiftOf(copy: number, middle: Shift): Shift {
  if (copy === 0) return { lat: 0, long: 0 }
  return {
    lat: SOUTH_WEST.lat + Math.floor(copy / ROW) * STEP.lat - middle.lat,
    long: SOUTH_WEST.long + (copy % ROW) * STEP.long - middle.long,
  }
}

function writeItem(writer: ExtractWriter, item: OsmItem, copy: number, { lat, long }: Shift): void {
  const moved = (id: number) => id + copy * IDS_A_COPY
  const { place, name, ...besides } = item.tags ?? {}
  const named = place !== undefined && name !== undefined && copy > 0 ? `${name} ${copy + 1}` : name
  const tags = { ...(place !== undefined && { place }), ...(named !== undefined && { name: named }), ...besides }
  if (item.type === 'node') writer.node(moved(item.id), item.lat + lat, item.lon + long, tags)
  else if (item.type === 'way') writer.way(moved(item.id), item.refs.map(moved), tags)
  else {
    const members = item.members.map((member) => ({ ...member, ref: moved(member.ref) }))
    writer.relation(moved(item.id), members, tags)
  }
}

async function middleOf(source: OsmFile, blocks: readonly OsmBlock[]): Promise<Shift> {
  const isNode = ({ kinds }: OsmBlock) => kinds.has('node' satisfies OsmKind)
  const box = { south: 90, north: -90, west: 180, east: -180 }
  for (const block of blocks.filter(isNode)) {
    for (const item of await source.read(block)) {
      if (item.type !== 'node') continue
      box.south = Math.min(box.south, item.lat)
      box.north = Math.max(box.north, item.lat)
      box.west = Math.min(box.west, item.lon)
      box.east = Math.max(box.east, item.lon)
    }
  }
  return { lat: (box.south + box.north) / 2, long: (box.west + box.east) / 2 }
}
