import type { HouseNumber } from '@dispecerat/domain/geography/address-text'

/** The parts of `gz_<id>`, `gz_<id>_12a`, `gz_<id>_12a_bl30_scb` and, for a crossing, `gz_<id>_x<id>`. */
export interface GazetteerPlace {
  id: number
  house: HouseNumber | null
  bloc: string | null
  scara: string | null
  /** Id of the other street of a crossing. */
  crosses?: number
}

const FORM =
  /^gz_(\d{1,15})(?:_x(\d{1,15}))?(?:_(\d{1,4})(bis|[a-z]{0,4}))?(?:_bl([a-z0-9]{1,6}))?(?:_sc([a-z0-9]{1,2}))?$/

export function placeIdOf({ id, house, bloc, scara, crosses }: GazetteerPlace): string {
  if (crosses !== undefined) return `gz_${id}_x${crosses}`
  const number = house ? `_${house.number}${house.suffix}` : ''
  return `gz_${id}${number}${bloc ? `_bl${bloc}` : ''}${scara ? `_sc${scara}` : ''}`
}

/** Null for ids of another provider. */
export function readPlaceId(placeId: string): GazetteerPlace | null {
  const match = FORM.exec(placeId)
  if (!match) return null
  const [, id, crosses, number, suffix, bloc, scara] = match
  return {
    id: Number(id),
    house: number === undefined ? null : { number: Number(number), suffix: suffix ?? '' },
    bloc: bloc ?? null,
    scara: scara ?? null,
    ...(crosses === undefined ? {} : { crosses: Number(crosses) }),
  }
}
