import type { Act } from './driver-model.ts'

/** A parcel before a door, drawn in 167 bytes: what a pretend courier photographs. PNG, base64. */
const PARCEL_AT_THE_DOOR =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABIBAMAAAD7Se1QAAAAElBMVEXi6PCUo7i0hlaSZjrq1qpHVWn4y4BCAAAAUElEQVR42mNgGAUUg1BUMK' +
  'phVMOohqGjwRgKTFxcnGFs+mpwcR10GjD8oAQFKi4uTjD2qIZRDaMahpwGQRjApkEQE4xqoLEGIsGohlENOAAAuWeIiem1slIAAAAASUVORK5CYII='

/** What a phone says at the end of a trip. */
export function finishBody({ costRon, metres, withPhoto }: Extract<Act, { do: 'finish' }>) {
  return { cost: costRon, distance_m: metres, ...(withPhoto ? { proof_photo: PARCEL_AT_THE_DOOR } : {}) }
}
