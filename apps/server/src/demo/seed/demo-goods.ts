import type { SeededRandom } from '@dispecerat/simulation/seeded-random'

/** Goods of a delivery of the past month. */
export interface PastGoods {
  note: string
  /** Cash on delivery (ramburs); null when the goods are paid already. */
  codBani: number | null
  grams: number
}

const MEALS = [
  'Pizza Diavola și o limonadă',
  'Două meniuri ale zilei',
  'Paste carbonara, tiramisu',
  'Ciorbă de burtă, pâine, ardei iute',
  'Pizza Quattro Stagioni, fără măsline',
  'Salată Caesar, apă plată',
  'Trei burgeri cu cartofi',
]
const PARCELS = [
  'Buchet mare de trandafiri, fragil',
  'Aranjament floral în cutie',
  'Plic cu acte, se predă cu semnătură',
  'Cutie cu prăjituri, nu se răstoarnă',
  'Pachet 40 × 30 × 20',
  'Cheile de la apartament',
]

export function mealGoods(random: SeededRandom): PastGoods {
  const codBani = random.chance(55) ? random.whole(70, 360) * 50 : null
  return { note: random.pick(MEALS), codBani, grams: random.whole(8, 40) * 50 }
}

export function parcelGoods(random: SeededRandom): PastGoods {
  const codBani = random.chance(40) ? random.whole(60, 700) * 50 : null
  return { note: random.pick(PARCELS), codBani, grams: random.whole(2, 160) * 50 }
}
