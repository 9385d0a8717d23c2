import { checkScreens } from './check-screens.ts'
import { orderFormScreens } from './order-form-looks.ts'
import { placedOrderScreens } from './placed-order-looks.ts'
import { workspaceScreens } from './workspace-looks.ts'

checkScreens({
  'the desk': workspaceScreens,
  'a new order': orderFormScreens,
  'a placed order': placedOrderScreens,
})
