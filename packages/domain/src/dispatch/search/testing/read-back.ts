const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Round-trips data through JSON, as after a restart; instants become dates again. */
export function readBack<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data), (_key, value) =>
    typeof value === 'string' && INSTANT.test(value) ? new Date(value) : value,
  )
}
