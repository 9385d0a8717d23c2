import type { Point } from '@dispecerat/domain/kernel/geo'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'

/** Name, highest house number, whether it has blocks of flats, and a polyline of two or three points [lat, long] from number 1 on. */
type Street = readonly [
  name: string,
  lastNumber: number,
  kind: 'blocks' | 'houses',
  ...line: (readonly [number, number])[],
]

/** Drawn by hand to about 100 m, which is enough for a demo. */
const STREETS: readonly Street[] = [
  ['Strada Republicii', 62, 'houses', [45.6422, 25.5898], [45.6448, 25.5945]],
  ['Strada Mureșenilor', 28, 'houses', [45.643, 25.589], [45.6465, 25.589]],
  ['Bulevardul Eroilor', 31, 'houses', [45.6462, 25.5985], [45.6452, 25.594], [45.6458, 25.589]],
  ['Strada Castelului', 148, 'houses', [45.639, 25.588], [45.641, 25.592], [45.643, 25.5965]],
  ['Strada Nicolae Bălcescu', 68, 'houses', [45.6412, 25.5912], [45.6458, 25.5985]],
  ['Strada Prundului', 61, 'houses', [45.6382, 25.5845], [45.636, 25.58]],
  ['Strada Constantin Brâncoveanu', 56, 'houses', [45.639, 25.584], [45.636, 25.578]],
  ['Strada Pe Tocile', 152, 'houses', [45.636, 25.579], [45.63, 25.57]],
  ['Strada Iuliu Maniu', 68, 'houses', [45.6465, 25.596], [45.649, 25.601], [45.651, 25.608]],
  ['Strada Alexandru Ioan Cuza', 74, 'houses', [45.6495, 25.599], [45.654, 25.5945]],
  ['Strada Matei Basarab', 92, 'houses', [45.647, 25.601], [45.6455, 25.61]],
  ['Bulevardul 15 Noiembrie', 102, 'blocks', [45.646, 25.6], [45.65, 25.607], [45.6515, 25.615]],
  ['Bulevardul Mihail Kogălniceanu', 21, 'blocks', [45.6538, 25.6135], [45.6515, 25.609]],
  ['Bulevardul Victoriei', 15, 'blocks', [45.66, 25.613], [45.6545, 25.613]],
  ['Bulevardul Gării', 38, 'blocks', [45.66, 25.608], [45.6598, 25.6215]],
  ['Strada Hărmanului', 60, 'blocks', [45.6535, 25.6135], [45.66, 25.6225]],
  ['Strada Lungă', 274, 'houses', [45.648, 25.587], [45.656, 25.582], [45.666, 25.5785]],
  ['Strada De Mijloc', 152, 'houses', [45.651, 25.587], [45.6635, 25.581]],
  ['Strada Avram Iancu', 165, 'houses', [45.653, 25.5935], [45.6635, 25.582]],
  ['Strada Bisericii Române', 114, 'houses', [45.652, 25.586], [45.659, 25.5925]],
  ['Strada Memorandului', 43, 'houses', [45.651, 25.5845], [45.656, 25.58]],
  ['Strada Sitei', 182, 'houses', [45.6525, 25.6015], [45.657, 25.594]],
  ['Strada Aurel Vlaicu', 110, 'houses', [45.66, 25.595], [45.66, 25.6065]],
  ['Strada Codrii Cosminului', 122, 'houses', [45.662, 25.607], [45.663, 25.594]],
  ['Bulevardul Griviței', 107, 'blocks', [45.653, 25.607], [45.668, 25.5905], [45.676, 25.5895]],
  ['Strada 13 Decembrie', 209, 'blocks', [45.652, 25.6035], [45.668, 25.61], [45.686, 25.6185]],
  ['Strada Ioan Popasu', 87, 'houses', [45.675, 25.612], [45.6755, 25.593]],
  ['Strada Nicolae Labiș', 131, 'houses', [45.6795, 25.613], [45.681, 25.594]],
  ['Strada 1 Decembrie 1918', 52, 'blocks', [45.6655, 25.5995], [45.68, 25.602]],
  ['Strada Independenței', 106, 'blocks', [45.666, 25.608], [45.6675, 25.592]],
  ['Strada Turnului', 13, 'blocks', [45.665, 25.6105], [45.6635, 25.622]],
  ['Strada Zaharia Stancu', 21, 'blocks', [45.6705, 25.613], [45.67, 25.634]],
  ['Strada Stadionului', 16, 'blocks', [45.663, 25.579], [45.666, 25.589]],
  ['Calea Făgărașului', 27, 'houses', [45.6625, 25.577], [45.6595, 25.56]],
  ['Strada Lebedei', 27, 'blocks', [45.665, 25.5625], [45.6715, 25.5635]],
  ['Strada Egretei', 33, 'blocks', [45.6638, 25.565], [45.6635, 25.557]],
  ['Strada Spicului', 32, 'blocks', [45.665, 25.568], [45.671, 25.566]],
  ['Calea București', 120, 'blocks', [45.6495, 25.6175], [45.633, 25.636]],
  ['Bulevardul Saturn', 51, 'blocks', [45.649, 25.627], [45.643, 25.634], [45.635, 25.636]],
  ['Strada Uranus', 21, 'blocks', [45.641, 25.626], [45.645, 25.632]],
  ['Strada Neptun', 36, 'blocks', [45.6485, 25.63], [45.6425, 25.638]],
  ['Aleea Mercur', 31, 'blocks', [45.641, 25.636], [45.6375, 25.6405]],
  ['Strada Carpaților', 97, 'blocks', [45.6465, 25.6195], [45.638, 25.62], [45.632, 25.6285]],
  ['Strada Soarelui', 17, 'blocks', [45.639, 25.631], [45.635, 25.635]],
  ['Strada Alexandru cel Bun', 28, 'blocks', [45.641, 25.622], [45.6455, 25.619]],
  ['Strada Traian', 115, 'houses', [45.6492, 25.6215], [45.6425, 25.6295]],
  ['Strada Zizinului', 110, 'blocks', [45.6505, 25.618], [45.649, 25.642]],
  ['Strada Lămâiței', 145, 'houses', [45.6585, 25.6285], [45.6495, 25.6345]],
  ['Strada Crinului', 74, 'houses', [45.6595, 25.63], [45.6495, 25.635]],
  ['Strada Pavilioanele CFR', 98, 'houses', [45.6625, 25.63], [45.6555, 25.633]],
  ['Strada Brândușelor', 108, 'blocks', [45.6515, 25.618], [45.6555, 25.6265]],
  ['Bulevardul Alexandru Vlahuță', 65, 'blocks', [45.6505, 25.6255], [45.659, 25.622]],
  ['Strada Toporașului', 38, 'houses', [45.658, 25.6235], [45.6585, 25.6275]],
  ['Bulevardul Valea Cetății', 42, 'blocks', [45.639, 25.61], [45.6305, 25.602]],
  ['Strada Jepilor', 50, 'blocks', [45.638, 25.614], [45.6305, 25.601]],
  ['Strada Molidului', 43, 'blocks', [45.639, 25.608], [45.63, 25.5995]],
  ['Strada Tâmpei', 59, 'blocks', [45.639, 25.6095], [45.637, 25.617]],
  ['Strada Brazilor', 72, 'houses', [45.615, 25.633], [45.6255, 25.642]],
  ['Strada Prunului', 58, 'blocks', [45.6165, 25.64], [45.624, 25.635]],
  ['Strada Lacurilor', 81, 'blocks', [45.6185, 25.6485], [45.6165, 25.641]],
  ['Strada Nucului', 59, 'houses', [45.617, 25.645], [45.6225, 25.6375]],
  ['Strada Gării Dârste', 19, 'houses', [45.6165, 25.6545], [45.608, 25.6535]],
  ['Strada Fagurului', 81, 'houses', [45.699, 25.559], [45.705, 25.5715], [45.714, 25.5795]],
  ['Strada Albinelor', 66, 'houses', [45.686, 25.5405], [45.6975, 25.5575]],
  ['Strada Plugarilor', 90, 'houses', [45.683, 25.571], [45.6975, 25.5585]],
  ['Strada Timiș Triaj', 24, 'houses', [45.6665, 25.637], [45.6765, 25.68]],
  ['Strada Fanionului', 35, 'houses', [45.664, 25.6325], [45.661, 25.634]],
  ['Fundătura Hărmanului', 165, 'houses', [45.668, 25.6385], [45.674, 25.647]],
  ['Strada Poiana Soarelui', 40, 'houses', [45.6105, 25.552], [45.5885, 25.551]],
  ['Strada Doinașului', 15, 'houses', [45.6045, 25.5435], [45.609, 25.5525]],
]

/** Frequent pickup places and destinations; the weight is the relative frequency. */
export const LANDMARKS: readonly (readonly [name: string, weight: number, lat: number, long: number])[] = [
  ['Gara Brașov', 16, 45.6608, 25.6135],
  ['Coresi Shopping Resort', 12, 45.6735, 25.6172],
  ['Spitalul Județean', 9, 45.6485, 25.6195],
  ['Piața Sfatului', 8, 45.6423, 25.5892],
  ['Livada Poștei', 6, 45.6466, 25.5888],
  ['AFI Brașov', 6, 45.6515, 25.6055],
  ['Autogara 1', 5, 45.6615, 25.6145],
  ['Spitalul de Copii', 4, 45.6572, 25.5868],
  ['Piața Astra', 4, 45.642, 25.631],
  ['Piața Dacia', 3, 45.658, 25.611],
  ['Spitalul Astra', 3, 45.6502, 25.6172],
  ['Gara Bartolomeu', 2, 45.663, 25.5752],
  ['Poiana Brașov - Telecabină', 3, 45.594, 25.553],
  ['Piața Unirii', 2, 45.636, 25.58],
  ['Stadionul Tineretului', 2, 45.6645, 25.5835],
  ['Universitatea Transilvania - Colina', 3, 45.6543, 25.5955],
]

/** An address in the fields of an order's place. */
export interface DemoAddress extends Point {
  name: string
  bloc: string
  scara: string
  reper: string | null
}

const REPERE = [
  'lângă farmacie',
  'vizavi de școală',
  'la poarta verde',
  'lângă magazinul Profi',
  'în spatele blocului',
  'la intrarea din parcare',
  'colț cu stația de autobuz',
  'lângă grădiniță',
]

/** A random house number in a random street. */
export function anAddress(random: SeededRandom): DemoAddress {
  const [street, lastNumber, kind, ...line] = random.pick(STREETS)
  const number = random.whole(1, lastNumber)
  const at = alongLine(line, lastNumber === 1 ? 0 : (number - 1) / (lastNumber - 1))
  const inBlock = kind === 'blocks' && random.chance(75)
  return {
    name: `${street} ${number}`,
    lat: roundTo(at.lat + random.between(-0.0002, 0.0002), 6),
    long: roundTo(at.long + random.between(-0.0002, 0.0002), 6),
    bloc: inBlock
      ? `${random.weighted([
          ['', 40],
          ['A', 8],
          ['B', 8],
          ['C', 6],
          ['D', 4],
        ])}${random.whole(1, 48)}`
      : '',
    scara: inBlock && random.chance(70) ? random.pick(['A', 'B', 'C', 'D', 'E']) : '',
    reper: random.chance(12) ? random.pick(REPERE) : null,
  }
}

/** A random landmark by its weight. */
export function aLandmark(random: SeededRandom): DemoAddress {
  const [name, lat, long] = random.weighted(
    LANDMARKS.map(([name, weight, lat, long]) => [[name, lat, long] as const, weight] as const),
  )
  return { name, lat, long, bloc: '', scara: '', reper: null }
}

/** A landmark in `landmarkPercent` of cases, otherwise a street address. */
export function someAddress(random: SeededRandom, landmarkPercent: number): DemoAddress {
  return random.chance(landmarkPercent) ? aLandmark(random) : anAddress(random)
}

/** The point at a share (0…1) of a polyline; every segment counts equally. */
function alongLine(line: readonly (readonly [number, number])[], share: number): Point {
  const at = share * (line.length - 1)
  const piece = Math.min(Math.floor(at), line.length - 2)
  const from = line[piece]
  const to = line[piece + 1]
  if (!from || !to) throw new Error('a street needs two corners')
  const rest = at - piece
  return { lat: from[0] + (to[0] - from[0]) * rest, long: from[1] + (to[1] - from[1]) * rest }
}

function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
