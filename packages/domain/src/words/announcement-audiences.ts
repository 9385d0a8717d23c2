/** Whom an announcement is for. */
export const announcementAudiences = { drivers: 'Șoferi', dispatchers: 'Dispeceri', all: 'Toți' } as const
