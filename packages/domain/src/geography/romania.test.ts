import { describe, expect, test } from 'vitest'
import { isAroundRomania } from '../kernel/geo.ts'
import { isInRomania } from './romania.ts'

describe('the outline', () => {
  test.each([
    ['Brașov', 45.6464, 25.627],
    ['București', 44.43, 26.1],
    ['the port of Constanța', 44.155, 28.655],
    ['the end of its southern mole', 44.1, 28.7],
    ['Mamaia', 44.25, 28.63],
    ['Gura Portiței', 44.685, 28.99],
    ['Sfântu Gheorghe in the Delta', 44.893, 29.6],
    ['Sulina', 45.155, 29.655],
    ['the beach of Sulina', 45.148, 29.69],
    ['Periprava', 45.398, 29.548],
    ['Vama Veche', 43.752, 28.575],
    ['Mangalia', 43.815, 28.585],
    ['Giurgiu', 43.9037, 25.9699],
    ['the port of Giurgiu', 43.882, 25.965],
    ['Zimnicea', 43.655, 25.365],
    ['Turnu Măgurele', 43.747, 24.868],
    ['Corabia', 43.775, 24.503],
    ['Calafat', 43.992, 22.93],
    ['Oltenița', 44.087, 26.637],
    ['Ostrov', 44.108, 27.367],
    ['Drobeta-Turnu Severin', 44.63, 22.66],
    ['the dam of Porțile de Fier', 44.67, 22.53],
    ['Moldova Nouă', 44.72, 21.67],
    ['Jimbolia', 45.793, 20.722],
    ['Beba Veche, the westernmost', 46.12, 20.31],
    ['Nădlac', 46.167, 20.75],
    ['Oradea', 47.05, 21.93],
    ['Borș', 47.113, 21.815],
    ['Halmeu', 47.975, 23.015],
    ['Sighetu Marmației', 47.928, 23.893],
    ['Siret', 47.953, 26.073],
    ['Darabani', 48.187, 26.59],
    ['Sculeni on the Prut', 47.32, 27.61],
    ['Iași', 47.16, 27.59],
    ['the crossing at Albița', 46.79, 28.14],
    ['Galați', 45.44, 28.04],
    ['Isaccea', 45.269, 28.46],
    ['Chilia Veche', 45.422, 29.29],
  ])('%s is inside', (_town, lat, long) => expect(isInRomania({ lat, long })).toBe(true))

  test.each([
    ['the sea off Constanța', 44, 29.3],
    ['the sea thirteen kilometres off Mamaia', 44.25, 28.8],
    ['Durankulak', 43.69, 28.53],
    ['Ruse', 43.8485, 25.954],
    ['Svishtov', 43.618, 25.35],
    ['Nikopol', 43.705, 24.895],
    ['Vidin', 43.99, 22.873],
    ['Silistra', 44.117, 27.26],
    ['Tutrakan', 44.048, 26.612],
    ['Kladovo', 44.607, 22.612],
    ['Vršac', 45.117, 21.303],
    ['Kikinda', 45.83, 20.465],
    ['Biharkeresztes', 47.13, 21.72],
    ['Solotvyno', 47.957, 23.872],
    ['Chernivtsi', 48.29, 25.935],
    ['Costești on the other bank', 47.86, 27.25],
    ['Ungheni on the other bank', 47.21, 27.8],
    ['Chișinău', 47.01, 28.86],
    ['Giurgiulești', 45.478, 28.198],
    ['Reni', 45.456, 28.283],
    ['Izmail', 45.35, 28.837],
    ['Vylkove', 45.404, 29.592],
  ])('%s is outside, and a phone may be there', (_town, lat, long) => {
    expect(isInRomania({ lat, long })).toBe(false)
    expect(isAroundRomania({ lat, long })).toBe(true)
  })

  test('coordinates that are no place on earth are outside', () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(isInRomania({ lat: wrong, long: 25 })).toBe(false)
      expect(isInRomania({ lat: 45, long: wrong })).toBe(false)
    }
  })

  test('the middle of the Danube is tolerated for half a kilometre and no more', () => {
    // Between Giurgiu and Ruse, going south.
    const inside = [43.865, 43.86].map((lat) => isInRomania({ lat, long: 25.954 }))
    const outside = [43.85, 43.84].map((lat) => isInRomania({ lat, long: 25.954 }))
    expect({ inside, outside }).toEqual({ inside: [true, true], outside: [false, false] })
  })
})
