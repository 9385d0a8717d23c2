import { checkScreens } from './check-screens.ts'
import { mapScreens } from './map-looks.ts'
import { publicScreens } from './public-looks.ts'
import { zonesScreens } from './zones-looks.ts'

checkScreens({
  'public pages': publicScreens,
  maps: mapScreens,
  zones: zonesScreens,
})
