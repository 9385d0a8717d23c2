import { checkScreens } from './check-screens.ts'
import { workspaceScreens } from './desk-looks.ts'
import { orderFormScreens } from './order-form-looks.ts'
import { placedOrderScreens } from './placed-order-looks.ts'

checkScreens({
  'the desk': workspaceScreens,
  'a new order': orderFormScreens,
  'a placed order': placedOrderScreens,
})
