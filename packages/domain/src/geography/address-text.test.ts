import { describe, expect, test } from 'vitest'
import { foldText, readAddress, readBuilding, readHouseNumbers, splitStreetName } from './address-text.ts'

describe('names are folded the same way at import and at query', () => {
  test.each([
    ['Șoseaua Cristianului', 'soseaua cristianului'],
    ['Şoseaua Cristianului', 'soseaua cristianului'],
    ['Piaţa Sfatului', 'piata sfatului'],
    ['B-dul. Gării', 'bd garii'],
    ['P-ța Unirii', 'pta unirii'],
    ['Sînpetru', 'sanpetru'],
    ['Întorsura Buzăului', 'intorsura buzaului'],
    ['"Dr." Ion  Șenchea', 'dr ion senchea'],
    ['Bl. S-22', 'bl s22'],
    ['Str. Lungă 57-59', 'str lunga 57'],
  ])('%s → %s', (typed, folded) => {
    expect(foldText(typed)).toBe(folded)
  })
})

describe('a street name is split in type and name', () => {
  test.each([
    ['Strada Lungă', 'strada', 'lunga'],
    ['str. Lunga', 'strada', 'lunga'],
    ['Bd. Griviței', 'bulevardul', 'grivitei'],
    ['b-dul griviței', 'bulevardul', 'grivitei'],
    ['Al. Constructorilor', 'aleea', 'constructorilor'],
    ['cal. Bucuresti', 'calea', 'bucuresti'],
    ['P-ța Sfatului', 'piata', 'sfatului'],
    ['Sos. Cristianului', 'soseaua', 'cristianului'],
    ['Intr. Rozelor', 'intrarea', 'rozelor'],
    ['Fund. Harmanului', 'fundatura', 'harmanului'],
    ['Spl. Unirii', 'splaiul', 'unirii'],
    ['Dr. Poienii', 'drumul', 'poienii'],
    ['Strada Dr. Victor Babeș', 'strada', 'doctor victor babes'],
    ['Str. Gen. Traian Moșoiu', 'strada', 'general traian mosoiu'],
    ['Strada Sf. Ioan', 'strada', 'sfant ioan'],
    ['Strada Sfântul Ioan', 'strada', 'sfant ioan'],
    ['Strada Col. Ion Buzoianu', 'strada', 'colonel ion buzoianu'],
    ['Strada Prof. Gh. Munteanu', 'strada', 'profesor gheorghe munteanu'],
    ['AFI Brașov', '', 'afi brasov'],
    ['Calea', '', 'calea'],
  ])('%s → %s + %s', (name, type, core) => {
    expect(splitStreetName(name)).toEqual({ type, core })
  })
})

describe('a typed address is read into street, number and building', () => {
  const whole = (typed: string) => {
    const { readings, bloc, scara, etaj, apartament } = readAddress(typed)
    const [first] = readings
    const house = first?.house ? `${first.house.number}${first.house.suffix}` : null
    return [first?.type, first?.words.join(' '), house, bloc, scara, etaj, apartament]
  }

  test.each([
    ['Strada Lungă 12', ['strada', 'lunga', '12', null, null, null, null]],
    ['lunga 12a', ['', 'lunga', '12a', null, null, null, null]],
    ['lunga 12 A', ['', 'lunga', '12a', null, null, null, null]],
    ['str lunga nr. 12 bis', ['strada', 'lunga', '12bis', null, null, null, null]],
    ['Brașov, str. Lungă, nr 5', ['strada', 'brasov lunga', '5', null, null, null, null]],
    ['bd garii 17 bl. 12 sc. B et. 3 ap. 14', ['bulevardul', 'garii', '17', '12', 'b', '3', '14']],
    ['saturn bl A3 sc 2', ['', 'saturn', null, 'a3', '2', null, null]],
    ['saturn bl. S-22', ['', 'saturn', null, 's22', null, null, null]],
    ['Strada 9 Mai 6', ['strada', '9 mai', '6', null, null, null, null]],
    ['1 Decembrie 1918 12', ['', '1 decembrie 1918', '12', null, null, null, null]],
    ['str. al. vlahuta 10', ['strada', 'alexandru vlahuta', '10', null, null, null, null]],
    ['dr victor babes 3', ['drumul', 'victor babes', '3', null, null, null, null]],
    ['lunga 57-59', ['', 'lunga', '57', null, null, null, null]],
    ['lunga 12 interfon 34', ['', 'lunga', '12', null, null, null, null]],
  ])('%s', (typed, expected) => {
    expect(whole(typed)).toEqual(expected)
  })

  test('a number that may belong to the name is read both ways', () => {
    expect(readAddress('1 decembrie 1918').readings).toEqual([
      { type: '', words: ['1', 'decembrie'], house: { number: 1918, suffix: '' } },
      { type: '', words: ['1', 'decembrie', '1918'], house: null },
    ])
    expect(readAddress('15 noiembrie').readings.map((reading) => reading.house)).toEqual([null])
  })

  test('an ambiguous abbreviation is read both ways', () => {
    expect(readAddress('dr victor babes').readings).toEqual([
      { type: 'drumul', words: ['victor', 'babes'], house: null },
      { type: '', words: ['doctor', 'victor', 'babes'], house: null },
    ])
    expect(readAddress('al vlahuta').readings.map((reading) => reading.words[0])).toEqual(['vlahuta', 'alexandru'])
  })

  test('a house number may come first', () => {
    expect(readAddress('12 strada lunga').readings).toContainEqual({
      type: 'strada',
      words: ['lunga'],
      house: { number: 12, suffix: '' },
    })
  })

  test.each(['', '   ', '.,-', '🚕'])('nothing readable in %j gives no reading', (typed) => {
    expect(readAddress(typed).readings).toEqual([])
  })
})

test.each([
  ['12', [[12, '']]],
  ['12A', [[12, 'a']]],
  ['78 A', [[78, 'a']]],
  ['11Bis', [[11, 'bis']]],
  [
    '57-59',
    [
      [57, ''],
      [59, ''],
    ],
  ],
  [
    '26,28,30',
    [
      [26, ''],
      [28, ''],
      [30, ''],
    ],
  ],
  [
    '12-14,sc.A',
    [
      [12, ''],
      [14, ''],
    ],
  ],
  ['5, bl. 6A', [[5, '']]],
  ['A26', []],
  ['strada', []],
])('the house-number sign %s carries these numbers', (sign, numbers) => {
  expect(readHouseNumbers(sign).map(({ number, suffix }) => [number, suffix])).toEqual(numbers)
})

test.each([
  ['Bl. 14 Sc. B', '14', 'b'],
  ['Bl. S-22, Sc. D', 's22', 'd'],
  ['Bloc C26', 'c26', null],
  ['Scara A', null, 'a'],
  ['6 sc. B', null, 'b'],
  ['Carrefour', null, null],
])('the building %s has bloc %s and staircase %s', (sign, bloc, scara) => {
  expect(readBuilding(sign)).toEqual({ bloc, scara })
})
