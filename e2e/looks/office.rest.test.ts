import { builderScreens } from './builder-looks.ts'
import { checkScreens } from './check-screens.ts'
import { companyScreens } from './company-looks.ts'
import { moneyScreens } from './money-looks.ts'
import { noticeScreens } from './notice-looks.ts'
import { officeScreens } from './office-looks.ts'
import { settingsScreens } from './settings-looks.ts'

checkScreens({
  'the office': officeScreens,
  notices: noticeScreens,
  money: moneyScreens,
  settings: settingsScreens,
  'search rules': builderScreens,
  companies: companyScreens,
})
