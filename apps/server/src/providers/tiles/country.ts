import type { FeatureCollection } from 'geojson'
import type { Bounds } from '../map-import/city-map.ts'

/** Where Romania ends, some three kilometres exact, longitude first; after Natural Earth, which is in the public domain. */
// biome-ignore format: one long line of figures
const BORDER: [number, number][] = [
  [22.88, 47.95], [22.92, 48.01], [23.06, 48.01], [23.14, 48.1], [23.46, 47.97], [23.56, 48.01], [23.78, 47.99], [23.86, 47.93],
  [24.01, 47.96], [24.21, 47.9], [24.41, 47.95], [24.54, 47.94], [24.9, 47.71], [25.08, 47.74], [25.26, 47.9], [26.17, 47.99],
  [26.27, 48.09], [26.3, 48.21], [26.69, 48.28], [26.95, 48.2], [27, 48.17], [26.97, 48.14], [27.05, 48.12], [27.09, 48.01],
  [27.17, 47.98], [27.3, 47.67], [27.47, 47.49], [27.58, 47.45], [27.57, 47.38], [27.73, 47.28], [27.8, 47.14], [28.08, 46.97],
  [28.23, 46.66], [28.25, 46.43], [28.11, 46.23], [28.14, 46.18], [28.08, 46.01], [28.17, 45.63], [28.06, 45.59], [28.29, 45.42],
  [28.33, 45.32], [28.58, 45.25], [28.79, 45.23], [28.79, 45.32], [28.93, 45.28], [29.32, 45.44], [29.65, 45.35], [29.67, 45.23],
  [29.62, 45.21], [29.7, 45.16], [29.61, 44.85], [29.15, 44.79], [29, 44.69], [28.92, 44.6], [28.64, 44.33], [28.67, 44], [28.58, 43.74],
  [28.22, 43.76], [27.98, 43.85], [27.91, 43.99], [27.72, 43.95], [27.63, 44.03], [27.38, 44.02], [27.25, 44.12], [27.03, 44.18],
  [26.15, 44.01], [25.78, 43.73], [25.4, 43.65], [24.96, 43.75], [24.75, 43.74], [24.47, 43.8], [24.36, 43.76], [24.16, 43.75],
  [23.48, 43.88], [22.89, 43.84], [22.85, 43.87], [22.89, 43.99], [23.02, 44.03], [23.03, 44.09], [22.69, 44.23], [22.68, 44.31],
  [22.55, 44.35], [22.48, 44.46], [22.58, 44.57], [22.7, 44.54], [22.76, 44.58], [22.43, 44.73], [22.3, 44.68], [22.19, 44.51],
  [22.13, 44.5], [21.99, 44.66], [21.85, 44.7], [21.66, 44.69], [21.58, 44.78], [21.4, 44.79], [21.34, 44.83], [21.37, 44.86],
  [21.54, 44.89], [21.35, 45], [21.49, 45.14], [21.24, 45.23], [21.14, 45.3], [20.98, 45.33], [20.77, 45.48], [20.78, 45.76],
  [20.69, 45.74], [20.57, 45.89], [20.35, 45.98], [20.24, 46.11], [20.47, 46.17], [20.66, 46.14], [20.8, 46.27], [21.03, 46.23],
  [21.14, 46.28], [21.18, 46.38], [21.28, 46.42], [21.25, 46.48], [21.3, 46.6], [21.5, 46.7], [21.47, 46.76], [21.65, 46.94],
  [21.63, 47.02], [21.76, 47.11], [21.86, 47.3], [22, 47.39], [22.01, 47.52], [22.16, 47.59], [22.27, 47.72], [22.4, 47.73],
  [22.46, 47.79], [22.64, 47.77], [22.88, 47.95],
]

/** Name · lat · long · how soon it is named: the capital, large towns, the other seats of counties. */
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

/** The country where the map's own tiles show nothing: its border, the seats of its counties, and the edge of what was loaded. */
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
        geometry: { type: 'Polygon', coordinates: [[...BORDER, ...BORDER.slice(0, 1)]] },
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
