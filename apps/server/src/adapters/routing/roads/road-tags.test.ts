import { expect, test } from 'vitest'
import { roadOf } from './road-tags.ts'

const BOTH = { forward: true, backward: true }
const FORWARD = { forward: true, backward: false }
const BACKWARD = { forward: false, backward: true }

test.each<[string, Record<string, string>, object | null]>([
  ['a street', { highway: 'residential' }, { ...BOTH, kmPerHour: 32 }],
  ['a sign counts', { highway: 'secondary', maxspeed: '30' }, { kmPerHour: 24 }],
  ['a zone is a sign', { highway: 'primary', maxspeed: 'RO:rural' }, { kmPerHour: 72 }],
  ['miles are miles', { highway: 'primary', maxspeed: '30 mph' }, { kmPerHour: 39 }],
  ['an unreadable sign is none', { highway: 'secondary', maxspeed: 'signals' }, { kmPerHour: 40 }],
  ['nobody races down a lane', { highway: 'living_street', maxspeed: '50' }, { kmPerHour: 16 }],
  ['one way', { highway: 'residential', oneway: 'yes' }, FORWARD],
  ['one way against the line', { highway: 'residential', oneway: '-1' }, BACKWARD],
  ['a roundabout goes round', { highway: 'primary', junction: 'roundabout' }, FORWARD],
  ['a motorway has two roads', { highway: 'motorway' }, FORWARD],
  ['unless it says otherwise', { highway: 'motorway', oneway: 'no' }, BOTH],
  ['taxis may come back', { highway: 'residential', oneway: 'yes', 'oneway:taxi': 'no' }, BOTH],
  ['a lane that changes its direction', { highway: 'primary', oneway: 'reversible' }, null],
  ['a footway', { highway: 'footway' }, null],
  ['a private road', { highway: 'service', access: 'private' }, null],
  ['a bus lane that lets taxis in', { highway: 'service', access: 'no', psv: 'yes' }, BOTH],
  ['a bus lane that does not', { highway: 'service', access: 'no', psv: 'yes', taxi: 'no' }, null],
  ['the pedestrian centre', { highway: 'pedestrian' }, null],
  ['the pedestrian centre where cars may', { highway: 'pedestrian', motor_vehicle: 'destination' }, BOTH],
  ['a field track', { highway: 'track' }, null],
  ['a paved track', { highway: 'track', surface: 'asphalt' }, BOTH],
  ['a way for ambulances', { highway: 'service', service: 'emergency_access' }, null],
  ['a road being built', { highway: 'construction' }, null],
  ['a square drawn as an area', { highway: 'service', area: 'yes' }, null],
])('%s', (_, tags, expected) => {
  if (expected === null) expect(roadOf(tags)).toBeNull()
  else expect(roadOf(tags)).toMatchObject(expected)
})
