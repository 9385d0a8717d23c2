import { holds, type Opening, type Reader, RULES } from '../../parts/screen-reach.ts'
import { catalogueWords } from '../../text/catalogue-words.ts'
import { changesWords } from '../../text/changes-words.ts'
import { partnerWords } from '../../text/partner-words.ts'
import { permissionWords } from '../../text/permission-words.ts'
import { ro } from '../../text/ro.ts'
import { settingsTitles } from '../../text/settings-titles.ts'
import { settingsWords as words } from '../../text/settings-words.ts'
import { tariffWords } from '../../text/tariff-words.ts'
import { telephoneWords } from '../../text/telephone-words.ts'
import { twoFactorWords } from '../../text/two-factor-words.ts'

/** One line, drawn for who opens the page. */
export interface SettingsPage extends Opening {
  title: string
  /** One sentence about what is decided there. */
  hint: string
  path: string
}

/** Every page of settings by section: the index and the menu beside each page are drawn from here. */
export const SETTINGS_SECTIONS: readonly { title: string; pages: readonly SettingsPage[] }[] = [
  {
    title: words.sections.company,
    pages: [
      {
        title: words.profile.title,
        hint: words.profile.hint,
        path: '/settings/company',
        may: 'company_settings.edit',
      },
      {
        title: partnerWords.title,
        hint: partnerWords.short,
        path: '/settings/partners',
        may: 'company_settings.edit',
      },
      {
        title: permissionWords.title,
        hint: permissionWords.short,
        path: '/settings/permissions',
        may: 'company_settings.edit',
      },
      { title: words.groups.public, hint: words.hints.public, path: '/settings/public', may: 'company_settings.edit' },
      {
        title: words.groups.filings,
        hint: words.hints.filings,
        path: '/settings/filings',
        may: 'company_settings.edit',
      },
    ],
  },
  {
    title: words.sections.orders,
    pages: [
      { title: catalogueWords.title, hint: catalogueWords.hint, path: '/settings/services', may: 'services.edit' },
      { title: tariffWords.title, hint: tariffWords.hint, path: '/settings/tariffs', may: 'tariffs.edit' },
      { title: words.groups.orders, hint: words.hints.orders, path: '/settings/orders', may: 'company_settings.edit' },
      {
        title: words.groups.scheduled,
        hint: words.hints.scheduled,
        path: '/settings/scheduled',
        may: 'company_settings.edit',
      },
      { title: words.groups.search, hint: words.hints.search, path: '/settings/search', may: 'company_settings.edit' },
      { title: words.links.rules[0], hint: words.links.rules[1], path: '/builder', ...RULES },
      { title: words.links.zones[0], hint: words.links.zones[1], path: '/settings/polygons', may: 'zones.edit' },
      { title: words.links.finances[0], hint: words.links.finances[1], path: '/finances', may: 'finances.edit' },
    ],
  },
  {
    title: words.sections.people,
    pages: [
      {
        title: telephoneWords.title,
        hint: telephoneWords.hint,
        path: '/settings/telephone',
        may: 'telephone.administer',
      },
      {
        title: words.groups.playback,
        hint: words.hints.playback,
        path: '/settings/playback',
        may: 'company_settings.edit',
      },
      { title: words.groups.ring, hint: words.hints.ring, path: '/settings/ring', may: 'company_settings.edit' },
      {
        title: settingsTitles.texts,
        hint: words.links.texts,
        path: '/settings/texts',
        may: 'company_settings.edit',
      },
    ],
  },
  {
    title: words.sections.house,
    pages: [
      { title: changesWords.title, hint: changesWords.hint, path: '/settings/changes', may: 'changes.read' },
      {
        title: words.groups.retention,
        hint: words.hints.retention,
        path: '/settings/retention',
        may: 'company_settings.edit',
      },
      {
        title: words.groups.security,
        hint: words.hints.security,
        path: '/settings/security',
        may: 'company_settings.edit',
      },
      {
        title: ro.titles.account,
        hint: twoFactorWords.settingsHint,
        path: '/settings/account',
        may: 'company_settings.edit',
      },
    ],
  },
]

/** The pages somebody may open. */
export function settingsOf(user: Reader) {
  const isMine = (page: SettingsPage) => holds(user, page)
  return SETTINGS_SECTIONS.map(({ title, pages }) => ({ title, pages: pages.filter(isMine) })).filter(
    ({ pages }) => pages.length > 0,
  )
}
