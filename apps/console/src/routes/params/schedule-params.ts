/** URL parameters of the calendar; an invalid value is ignored. */
export interface ScheduleParams {
  view?: '7d' | 'month'
  /** 'YYYY-MM-DD': the day whose hours are shown. */
  day?: string
  find?: string
}

export function readScheduleParams(search: Record<string, unknown>): ScheduleParams {
  const params: ScheduleParams = {}
  if (search.view === '7d' || search.view === 'month') params.view = search.view
  if (typeof search.day === 'string' && isDay(search.day)) params.day = search.day
  const find =
    typeof search.find === 'string' || typeof search.find === 'number' ? String(search.find).slice(0, 80) : ''
  if (find !== '') params.find = find
  return params
}

function isDay(text: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
}
