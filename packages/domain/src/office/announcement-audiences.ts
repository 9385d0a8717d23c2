/** Romanian labels of announcement audiences. */
export const announcementAudiences = { drivers: 'Șoferi', dispatchers: 'Dispeceri', all: 'Toți' } as const
