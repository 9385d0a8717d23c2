import { MAP_COLOURS, type Scheme } from '../tiles/map-colours.ts'

/** A MapLibre style of one layer of pictures. */
export interface PicturesStyle {
  version: 8
  sources: Record<
    string,
    {
      type: 'raster'
      tiles: string[]
      tileSize: number
      maxzoom: number
      minzoom?: number
      bounds?: number[]
      attribution: string
    }
  >
  layers: { id: string; type: 'background' | 'raster'; source?: string; paint: Record<string, unknown> }[]
  /** Address that returns the copyright holders of the visible map. */
  metadata?: { copyright_url: string }
}

interface Pictures {
  tiles: string
  attribution: string
  maxZoom: number
  /** Pixels of the screen that a picture covers. */
  tileSize: number
  scheme: Scheme
  /** Pictures made for daylight are dimmed in the dark scheme. */
  isTinted: boolean
  minZoom?: number
  bounds?: number[]
}

const DIMMED = { 'raster-brightness-max': 0.72, 'raster-saturation': -0.35, 'raster-fade-duration': 0 }

export function picturesStyle({
  tiles,
  attribution,
  maxZoom,
  tileSize,
  scheme,
  isTinted,
  ...more
}: Pictures): PicturesStyle {
  return {
    version: 8,
    sources: {
      pictures: {
        type: 'raster',
        tiles: [tiles],
        tileSize,
        maxzoom: maxZoom,
        attribution,
        ...(more.minZoom === undefined ? {} : { minzoom: more.minZoom }),
        ...(more.bounds === undefined ? {} : { bounds: more.bounds }),
      },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': MAP_COLOURS[scheme].ground } },
      {
        id: 'pictures',
        type: 'raster',
        source: 'pictures',
        paint: isTinted ? DIMMED : { 'raster-fade-duration': 0 },
      },
    ],
  }
}
