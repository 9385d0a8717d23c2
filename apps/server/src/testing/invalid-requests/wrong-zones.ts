import { createPolygon, editPolygon, splitPolygon } from '@dispecerat/contract/geography/zones'
import { TOWN_SQUARE } from '../builders.ts'
import { LONG, made, type Office, type WrongForms } from './wrong-forms.ts'

const { lat, long } = TOWN_SQUARE
const square = (side: number) => [
  { lat, long },
  { lat: lat + side, long },
  { lat: lat + side, long: long + side },
  { lat, long: long + side },
]
/** A polygon whose sides cross. */
const BOW = [square(0.01)[0], square(0.01)[2], square(0.01)[1], square(0.01)[3]]

/** Invalid forms for zones. */
export async function wrongZones(office: Office): Promise<WrongForms> {
  const zone = await made(office, createPolygon, { name: 'Centru', paths: square(0.02) })
  await made(office, createPolygon, { name: 'Nord', paths: square(0.02).map((at) => ({ ...at, lat: at.lat + 0.1 })) })
  return {
    'a zone': {
      endpoint: createPolygon,
      as: 'boss',
      body: { name: '', color: 'roz', paths: BOW },
      fields: ['color', 'name', 'paths'],
    },
    'a zone with the name of another': {
      endpoint: createPolygon,
      as: 'boss',
      body: { name: 'nord', color: 'roz', paths: BOW },
      fields: ['color', 'name', 'paths'],
    },
    'a zone that is edited': {
      endpoint: editPolygon,
      as: 'boss',
      id: zone,
      body: { name: 'nord', color: 'roz', paths: BOW },
      fields: ['color', 'name', 'paths'],
    },
    'a zone that is cut': {
      endpoint: splitPolygon,
      as: 'boss',
      id: zone,
      body: {
        name: LONG,
        line: [
          { lat: lat + 1, long },
          { lat: lat + 1, long: long + 0.1 },
        ],
      },
      fields: ['line', 'name'],
    },
  }
}
