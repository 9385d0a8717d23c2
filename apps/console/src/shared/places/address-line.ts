/** 'Strada Lungă 3, bl. A2, sc. 1': distinguishes two entrances of one address. */
export function addressLine({
  name,
  bloc,
  scara,
}: {
  name: string
  bloc: string | null
  scara: string | null
}): string {
  return [name, bloc && `bl. ${bloc}`, scara && `sc. ${scara}`].filter(Boolean).join(', ')
}
