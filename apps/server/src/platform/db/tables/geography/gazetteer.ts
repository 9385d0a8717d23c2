import type { Generated, GeneratedAlways } from 'kysely'

export interface GazetteerTables {
  map_datasets: {
    id: GeneratedAlways<number>
    name: string
    source: string
    schematic: boolean
    attribution: string
    west: number
    south: number
    east: number
    north: number
    state: 'loading' | 'live' | 'retired'
    created_at: Date
  }
  gazetteer: {
    dataset_id: number
    id: number
    kind: 'street' | 'place' | 'stop' | 'suburb' | 'locality'
    name: string
    type: string
    core: string
    detail: string
    locality: string
    lat: number
    long: number
    weight: number
    words: string
  }
  gazetteer_spots: {
    dataset_id: number
    street_id: number
    number: number | null
    suffix: Generated<string>
    bloc: string | null
    scara: string | null
    lat: number
    long: number
  }
  map_tiles: {
    dataset_id: number
    z: number
    x: number
    y: number
    tile: Buffer
  }
  road_graph_parts: {
    dataset_id: number
    part: number
    bytes: Buffer
  }
}
