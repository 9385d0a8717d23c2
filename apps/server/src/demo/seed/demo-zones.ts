import { ringSquareMetres } from '@dispecerat/domain/geography/zone'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { asId, type StandId, type ZoneId } from '@dispecerat/domain/kernel/ids'
import { TAXI_COMPANY } from './demo-accounts.ts'
import type { SeedInput } from './demo-people.ts'
import type { SeedRows } from './demo-rows.ts'

/** Points where neighbouring zones meet; shared points leave no gap between two zones. */
const CORNERS = {
  s1: [45.68, 25.53],
  s2: [45.724, 25.53],
  s3: [45.724, 25.602],
  s4: [45.69, 25.602],
  s5: [45.69, 25.584],
  s6: [45.678, 25.577],
  b1: [45.66, 25.53],
  b2: [45.6605, 25.5575],
  b3: [45.664, 25.5715],
  b4: [45.668, 25.5745],
  w1: [45.648, 25.53],
  bv1: [45.6605, 25.5865],
  bv2: [45.659, 25.577],
  bv4: [45.648, 25.57],
  c1: [45.6475, 25.587],
  c2: [45.6495, 25.5925],
  c3: [45.6525, 25.596],
  c4: [45.659, 25.593],
  t1: [45.678, 25.5885],
  t2: [45.667, 25.5895],
  t3: [45.69, 25.6205],
  t5: [45.679, 25.615],
  t6: [45.669, 25.6105],
  t7: [45.665, 25.6085],
  t8: [45.6635, 25.6],
  k1: [45.69, 25.64],
  k2: [45.676, 25.641],
  k3: [45.6665, 25.6335],
  k4: [45.6615, 25.624],
  k5: [45.661, 25.6285],
  k6: [45.66, 25.6345],
  n1: [45.66, 25.6075],
  n2: [45.656, 25.6045],
  n3: [45.6525, 25.602],
  n4: [45.651, 25.609],
  e1: [45.647, 25.5975],
  e2: [45.6435, 25.5995],
  e3: [45.637, 25.59],
  e4: [45.6385, 25.5855],
  e5: [45.643, 25.584],
  h2: [45.64, 25.56],
  h3: [45.627, 25.564],
  h4: [45.627, 25.578],
  f1: [45.657, 25.6215],
  f2: [45.6535, 25.617],
  f3: [45.6505, 25.6155],
  v1: [45.652, 25.627],
  v2: [45.6497, 25.626],
  z1: [45.654, 25.637],
  z2: [45.649, 25.637],
  m2: [45.642, 25.605],
  m3: [45.64, 25.616],
  m4: [45.645, 25.615],
  a1: [45.635, 25.643],
  a2: [45.63, 25.639],
  a3: [45.63, 25.6285],
  a4: [45.634, 25.62],
  r1: [45.627, 25.61],
  r2: [45.627, 25.596],
  x1: [45.648, 25.67],
  x3: [45.643, 25.642],
  j1: [45.684, 25.665],
  j2: [45.684, 25.69],
  j3: [45.664, 25.69],
  j4: [45.656, 25.656],
  d1: [45.6225, 25.648],
  d2: [45.618, 25.651],
  d3: [45.61, 25.646],
  d4: [45.608, 25.63],
  d5: [45.62, 25.62],
  q1: [45.633, 25.66],
  q2: [45.62, 25.672],
  q3: [45.603, 25.665],
  q4: [45.605, 25.648],
  p1: [45.614, 25.536],
  p2: [45.614, 25.562],
  p3: [45.601, 25.575],
  p4: [45.583, 25.563],
  p5: [45.583, 25.54],
  p6: [45.597, 25.53],
} as const satisfies Record<string, readonly [number, number]>
type Corner = keyof typeof CORNERS

const RINGS = {
  'Centrul Vechi': ['c1', 'c2', 'e1', 'e2', 'e3', 'e4', 'e5'],
  Șchei: ['c1', 'e5', 'e4', 'e3', 'h4', 'h3', 'h2', 'bv4'],
  Brașovechi: ['bv1', 'c4', 'c3', 'c2', 'c1', 'bv4', 'bv2'],
  Bartolomeu: ['b1', 'b2', 'b3', 'b4', 's6', 's5', 't1', 't2', 'bv1', 'bv2', 'bv4', 'w1'],
  'Bartolomeu Nord': ['s1', 's6', 'b4', 'b3', 'b2', 'b1'],
  Stupini: ['s1', 's2', 's3', 's4', 's5', 's6'],
  Tractorul: ['t2', 't1', 's5', 's4', 't3', 't5', 't6', 't7', 't8'],
  Coresi: ['t7', 't6', 't5', 't3', 'k1', 'k2', 'k3', 'k4'],
  Griviței: ['bv1', 't2', 't8', 't7', 'n1', 'n2', 'n3', 'c3', 'c4'],
  Gării: ['n3', 'n2', 'n1', 't7', 'k4', 'f1', 'f2', 'f3', 'n4'],
  'Centrul Civic': ['c2', 'c3', 'n3', 'n4', 'f3', 'm4', 'm2', 'e2', 'e1'],
  Florilor: ['f3', 'f2', 'f1', 'k4', 'k5', 'v1', 'v2'],
  Craiter: ['v1', 'k5', 'k6', 'z1', 'z2', 'v2'],
  Triaj: ['k4', 'k3', 'k2', 'j1', 'j2', 'j3', 'j4', 'z1', 'k6', 'k5'],
  'Est-Zizin': ['z2', 'z1', 'j4', 'x1', 'q1', 'a1', 'x3'],
  Astra: ['v2', 'z2', 'x3', 'a1', 'a2', 'a3', 'a4', 'm3', 'm4', 'f3'],
  Răcădău: ['e2', 'm2', 'm4', 'm3', 'a4', 'r1', 'r2', 'h4', 'e3'],
  Noua: ['a4', 'a3', 'a2', 'd1', 'd2', 'd3', 'd4', 'd5', 'r1'],
  Dârste: ['a2', 'a1', 'q1', 'q2', 'q3', 'q4', 'd3', 'd2', 'd1'],
  'Poiana Brașov': ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'],
} as const satisfies Record<string, readonly Corner[]>
export type DemoZoneName = keyof typeof RINGS

export interface DemoZone {
  id: ZoneId
  name: DemoZoneName
  /** The first point is not repeated at the end. */
  ring: Point[]
}

export const DEMO_ZONES: readonly DemoZone[] = Object.entries(RINGS).map(([name, corners], index) => ({
  id: asId(index + 1),
  name: name as DemoZoneName,
  ring: corners.map((corner) => ({ lat: CORNERS[corner][0], long: CORNERS[corner][1] })),
}))

/** Stands with a queue of drivers. */
export const DEMO_STANDS: readonly (Point & { name: string; zone: DemoZoneName; capacity: number })[] = [
  { name: 'Gara Brașov', lat: 45.6608, long: 25.6135, zone: 'Gării', capacity: 12 },
  { name: 'Livada Poștei', lat: 45.6466, long: 25.5888, zone: 'Centrul Vechi', capacity: 6 },
  { name: 'Piața Sfatului', lat: 45.6423, long: 25.5892, zone: 'Centrul Vechi', capacity: 4 },
  { name: 'Spitalul Județean', lat: 45.6485, long: 25.6195, zone: 'Astra', capacity: 6 },
  { name: 'Coresi', lat: 45.6735, long: 25.6172, zone: 'Coresi', capacity: 8 },
  { name: 'Gara Bartolomeu', lat: 45.663, long: 25.5752, zone: 'Bartolomeu', capacity: 5 },
  { name: 'Piața Astra', lat: 45.642, long: 25.631, zone: 'Astra', capacity: 6 },
  { name: 'Telecabina Poiana', lat: 45.594, long: 25.553, zone: 'Poiana Brașov', capacity: 4 },
]

export function zoneRows({ now }: SeedInput): SeedRows {
  return {
    polygons: DEMO_ZONES.map(({ id, name, ring }) => ({
      id,
      company_id: TAXI_COMPANY,
      name,
      paths: ring,
      area_m2: Math.round(ringSquareMetres(ring)),
      created_at: now,
    })),
    stands: DEMO_STANDS.map(({ name, lat, long, zone, capacity }, index) => ({
      id: asId<StandId>(index + 1),
      company_id: TAXI_COMPANY,
      name,
      lat,
      long,
      radius_m: 100,
      polygon_id: DEMO_ZONES.find((each) => each.name === zone)?.id ?? null,
      capacity,
      is_active: true,
      created_at: now,
    })),
  }
}
