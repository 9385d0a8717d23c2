export type Scheme = 'light' | 'dark'

export interface MapColours {
  ground: string
  /** Beyond the border, as long as the whole country is in view. */
  abroad: string
  border: string
  residential: string
  forest: string
  park: string
  field: string
  industrial: string
  water: string
  waterName: string
  building: string
  major: string
  middle: string
  minor: string
  casing: string
  majorCasing: string
  path: string
  rail: string
  roadName: string
  arrow: string
  placeName: string
  suburbName: string
  landmarkName: string
  peakName: string
  number: string
  halo: string
}

/** Muted on purpose: cars, pins and zones of the console are the only saturated colours on the map. */
export const MAP_COLOURS: Record<Scheme, MapColours> = {
  light: {
    ground: '#f3f2ee',
    abroad: '#dfe3e6',
    border: '#a9a6b3',
    residential: '#eceae4',
    forest: '#d5e2cd',
    park: '#dbe8d3',
    field: '#eaeddf',
    industrial: '#e6e4e3',
    water: '#b9d3e0',
    waterName: '#5b8096',
    building: '#dedbd3',
    major: '#fdf0cb',
    middle: '#ffffff',
    minor: '#ffffff',
    casing: '#c3bdb0',
    majorCasing: '#d2b878',
    path: '#d6d1c5',
    rail: '#a5a29b',
    roadName: '#5b5a55',
    arrow: '#8b94a3',
    placeName: '#2f3437',
    suburbName: '#6a6f73',
    landmarkName: '#5f6a75',
    peakName: '#4d6b45',
    number: '#8d8a82',
    halo: '#f8f7f4',
  },
  dark: {
    ground: '#171b20',
    abroad: '#0f1215',
    border: '#4a5260',
    residential: '#1d2229',
    forest: '#18241f',
    park: '#1a2822',
    field: '#1a2020',
    industrial: '#1e2227',
    water: '#15293a',
    waterName: '#5f86a3',
    building: '#272e36',
    major: '#5d697a',
    middle: '#434d59',
    minor: '#353e49',
    casing: '#12161a',
    majorCasing: '#0d1013',
    path: '#2a3037',
    rail: '#46505c',
    roadName: '#9aa5b1',
    arrow: '#8492a6',
    placeName: '#d8dee6',
    suburbName: '#8b97a5',
    landmarkName: '#8fa3b5',
    peakName: '#86a57c',
    number: '#6b7784',
    halo: '#14181c',
  },
}
