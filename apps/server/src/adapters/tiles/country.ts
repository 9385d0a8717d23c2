import { LAND_BORDER } from '@dispecerat/domain/geography/romania'
import type { FeatureCollection } from 'geojson'
import type { Bounds } from '../map-import/city-map.ts'

/**
 * The shore from Vama Veche to the mouth of the Danube, accurate to some three kilometres; after Natural Earth, which is in the public
 * domain.
 */
// biome-ignore format: figures
const SHORE: [long: number, lat: number][] = [
  [28.67, 44], [28.64, 44.33], [28.92, 44.6], [29, 44.69], [29.15, 44.79], [29.61, 44.85], [29.7, 45.16],
]
const COUNTRY = [...LAND_BORDER, ...SHORE].map(([long, lat]) => [long, lat])

/** Name · lat · long · rank of the label: the capital, large towns, the other county seats. */
// biome-ignore format: a table
const SEATS: [name: string, lat: number, long: number, rank: 1 | 2 | 3][] = [
  ['București', 44.43, 26.1, 1], ['Alba Iulia', 46.07, 23.57, 3], ['Arad', 46.18, 21.31, 2],
  ['Pitești', 44.86, 24.88, 2], ['Bacău', 46.57, 26.91, 2], ['Oradea', 47.05, 21.93, 2],
  ['Bistrița', 47.13, 24.49, 3], ['Botoșani', 47.74, 26.67, 3], ['Brașov', 45.65, 25.6, 2],
  ['Brăila', 45.27, 27.97, 3], ['Buzău', 45.15, 26.82, 3], ['Reșița', 45.29, 21.9, 3],
  ['Călărași', 44.2, 27.33, 3], ['Cluj-Napoca', 46.77, 23.6, 2], ['Constanța', 44.18, 28.63, 2],
  ['Sfântu Gheorghe', 45.86, 25.79, 3], ['Târgoviște', 44.93, 25.46, 3], ['Craiova', 44.32, 23.8, 2],
  ['Galați', 45.44, 28.04, 2], ['Giurgiu', 43.9, 25.97, 3], ['Târgu Jiu', 45.04, 23.28, 3],
  ['Miercurea Ciuc', 46.36, 25.8, 3], ['Deva', 45.88, 22.9, 3], ['Slobozia', 44.56, 27.37, 3],
  ['Iași', 47.16, 27.59, 2], ['Baia Mare', 47.66, 23.58, 3], ['Drobeta-Turnu Severin', 44.63, 22.66, 3],
  ['Târgu Mureș', 46.54, 24.56, 3], ['Piatra Neamț', 46.93, 26.37, 3], ['Slatina', 44.43, 24.36, 3],
  ['Ploiești', 44.94, 26.02, 2], ['Satu Mare', 47.79, 22.88, 3], ['Zalău', 47.18, 23.06, 3],
  ['Sibiu', 45.79, 24.15, 2], ['Suceava', 47.65, 26.26, 3], ['Alexandria', 43.97, 25.33, 3],
  ['Timișoara', 45.76, 21.23, 2], ['Tulcea', 45.18, 28.8, 3], ['Vaslui', 46.64, 27.73, 3],
  ['Râmnicu Vâlcea', 45.1, 24.37, 3], ['Focșani', 45.7, 27.18, 3],
]

/** The country where the map's own tiles are empty: its border, the county seats, and the edge of the loaded area. */
export function countryShapes({ west, south, east, north }: Bounds): FeatureCollection {
  const isCovered = (lat: number, long: number) => long > west && long < east && lat > south && lat < north
  const edge = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { kind: 'country' },
        geometry: { type: 'Polygon', coordinates: [[...COUNTRY, ...COUNTRY.slice(0, 1)]] },
      },
      { type: 'Feature', properties: { kind: 'edge' }, geometry: { type: 'LineString', coordinates: edge } },
      ...SEATS.map(([name, lat, long, rank]) => ({
        type: 'Feature' as const,
        properties: { kind: isCovered(lat, long) ? 'covered' : 'seat', name, rank },
        geometry: { type: 'Point' as const, coordinates: [long, lat] },
      })),
    ],
  }
}
