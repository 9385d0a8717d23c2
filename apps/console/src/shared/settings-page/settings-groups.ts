import { ro } from '../../text/ro.ts'
import { settingsTitles } from '../../text/settings-titles.ts'
import { twoFactorMessages } from '../../text/two-factor-messages.ts'
import { holds, type Opening, type Reader, RULES } from '../user/screen-reach.ts'
import { catalogueMessages } from './catalogue-messages.ts'
import { changesMessages } from './changes-messages.ts'
import { partnerMessages } from './partner-messages.ts'
import { permissionMessages } from './permission-messages.ts'
import { settingsMessages as messages } from './settings-messages.ts'
import { tariffMessages } from './tariff-messages.ts'
import { telephoneMessages } from './telephone-messages.ts'

/** A page of the settings, shown to users who may open it. */
export interface SettingsPage extends Opening {
  title: string
  /** One sentence about its settings. */
  hint: string
  path: string
}

/** Every page of the settings by section: the index and the menu beside each page are generated from it. */
export const SETTINGS_SECTIONS: readonly { title: string; pages: readonly SettingsPage[] }[] = [
  {
    title: messages.sections.company,
    pages: [
      {
        title: messages.profile.title,
        hint: messages.profile.hint,
        path: '/settings/company',
        may: 'company_settings.edit',
      },
      {
        title: partnerMessages.title,
        hint: partnerMessages.short,
        path: '/settings/partners',
        may: 'company_settings.edit',
      },
      {
        title: permissionMessages.title,
        hint: permissionMessages.short,
        path: '/settings/permissions',
        may: 'company_settings.edit',
      },
      {
        title: messages.groups.public,
        hint: messages.hints.public,
        path: '/settings/public',
        may: 'company_settings.edit',
      },
      {
        title: messages.groups.filings,
        hint: messages.hints.filings,
        path: '/settings/filings',
        may: 'company_settings.edit',
      },
    ],
  },
  {
    title: messages.sections.orders,
    pages: [
      {
        title: catalogueMessages.title,
        hint: catalogueMessages.hint,
        path: '/settings/services',
        may: 'services.edit',
      },
      { title: tariffMessages.title, hint: tariffMessages.hint, path: '/settings/tariffs', may: 'tariffs.edit' },
      {
        title: messages.groups.orders,
        hint: messages.hints.orders,
        path: '/settings/orders',
        may: 'company_settings.edit',
      },
      {
        title: messages.groups.scheduled,
        hint: messages.hints.scheduled,
        path: '/settings/scheduled',
        may: 'company_settings.edit',
      },
      {
        title: messages.groups.search,
        hint: messages.hints.search,
        path: '/settings/search',
        may: 'company_settings.edit',
      },
      { title: messages.links.rules[0], hint: messages.links.rules[1], path: '/builder', ...RULES },
      { title: messages.links.zones[0], hint: messages.links.zones[1], path: '/settings/polygons', may: 'zones.edit' },
      { title: messages.links.finances[0], hint: messages.links.finances[1], path: '/finances', may: 'finances.edit' },
    ],
  },
  {
    title: messages.sections.people,
    pages: [
      {
        title: telephoneMessages.title,
        hint: telephoneMessages.hint,
        path: '/settings/telephone',
        may: 'telephone.administer',
      },
      {
        title: messages.groups.playback,
        hint: messages.hints.playback,
        path: '/settings/playback',
        may: 'company_settings.edit',
      },
      { title: messages.groups.ring, hint: messages.hints.ring, path: '/settings/ring', may: 'company_settings.edit' },
      {
        title: settingsTitles.texts,
        hint: messages.links.texts,
        path: '/settings/texts',
        may: 'company_settings.edit',
      },
    ],
  },
  {
    title: messages.sections.house,
    pages: [
      { title: changesMessages.title, hint: changesMessages.hint, path: '/settings/changes', may: 'changes.read' },
      {
        title: messages.groups.retention,
        hint: messages.hints.retention,
        path: '/settings/retention',
        may: 'company_settings.edit',
      },
      {
        title: messages.groups.security,
        hint: messages.hints.security,
        path: '/settings/security',
        may: 'company_settings.edit',
      },
      {
        title: ro.titles.account,
        hint: twoFactorMessages.settingsHint,
        path: '/settings/account',
        may: 'company_settings.edit',
      },
    ],
  },
]

/** The settings pages that this user may open. */
export function settingsOf(user: Reader) {
  const isMine = (page: SettingsPage) => holds(user, page)
  return SETTINGS_SECTIONS.map(({ title, pages }) => ({ title, pages: pages.filter(isMine) })).filter(
    ({ pages }) => pages.length > 0,
  )
}
