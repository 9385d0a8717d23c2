import { blob } from './extract-writer.ts'
import { deltas, packed, protobuf } from './protobuf.ts'

export interface TinyNode {
  id: number
  lat: number
  long: number
  tags?: Record<string, string>
}
export interface TinyWay {
  id: number
  refs: number[]
  tags: Record<string, string>
}
export interface TinyRelation {
  id: number
  ways: { ref: number; role: string }[]
  tags: Record<string, string>
}

/** Writes an .osm.pbf for tests of the importer: one header and one block, as the format requires. */
export function tinyExtract(nodes: TinyNode[], ways: TinyWay[], relations: TinyRelation[] = []): Buffer {
  const strings = ['']
  const idOf = (text: string) => {
    if (!strings.includes(text)) strings.push(text)
    return strings.indexOf(text)
  }
  const keys = (tags: Record<string, string> = {}) => packed(Object.keys(tags).map(idOf))
  const values = (tags: Record<string, string> = {}) => packed(Object.values(tags).map(idOf))
  const dense = protobuf(
    [1, deltas(nodes.map(({ id }) => id))],
    [8, deltas(nodes.map(({ lat }) => Math.round(lat * 1e7)))],
    [9, deltas(nodes.map(({ long }) => Math.round(long * 1e7)))],
    [
      10,
      packed(nodes.flatMap(({ tags }) => [...Object.entries(tags ?? {}).flatMap(([k, v]) => [idOf(k), idOf(v)]), 0])),
    ],
  )
  const wayMessages = ways.map(({ id, refs, tags }) =>
    protobuf([1, id], [2, keys(tags)], [3, values(tags)], [8, deltas(refs)]),
  )
  const relationMessages = relations.map(({ id, ways: members, tags }) =>
    protobuf(
      [1, id],
      [2, keys(tags)],
      [3, values(tags)],
      [8, packed(members.map(({ role }) => idOf(role)))],
      [9, deltas(members.map(({ ref }) => ref))],
      [10, packed(members.map(() => 1))],
    ),
  )
  const block = protobuf(
    [1, protobuf(...strings.map((text): [number, string] => [1, text]))],
    [2, protobuf([2, dense])],
    [2, protobuf(...wayMessages.map((way): [number, Buffer] => [3, way]))],
    [2, protobuf(...relationMessages.map((relation): [number, Buffer] => [4, relation]))],
  )
  const header = protobuf([4, 'OsmSchema-V0.6'], [4, 'DenseNodes'])
  return Buffer.concat([blob('OSMHeader', header), blob('OSMData', block)])
}
