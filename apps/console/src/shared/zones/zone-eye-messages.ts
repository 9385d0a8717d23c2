import { plural } from '@dispecerat/domain/kernel/plural'

/** Showing and hiding zones on this device's maps. */
export const zoneEyeMessages = {
  onMap: (name: string) => `Zona ${name} pe hartă`,
  hide: 'Ascunde de pe hartă',
  show: 'Arată pe hartă',
  choose: 'Alege zonele de pe hartă',
  every: 'toate zonele',
  hidden: (n: number) => plural(n, 'zonă ascunsă', 'zone ascunse', 'de zone ascunse'),
  list: 'Zonele de pe hartă',
  all: 'Arată toate',
  none: 'Ascunde toate',
} as const
