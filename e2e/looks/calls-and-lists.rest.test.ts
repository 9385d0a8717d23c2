import { accountScreens } from './account-looks.ts'
import { checkScreens } from './check-screens.ts'
import { ordersScreens } from './orders-looks.ts'
import { reportScreens } from './report-looks.ts'
import { telephoneScreens } from './telephone-looks.ts'

checkScreens({
  'lists of orders': ordersScreens,
  'the telephone': telephoneScreens,
  reports: reportScreens,
  accounts: accountScreens,
})
