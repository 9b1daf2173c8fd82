import { DeliveryDetailScreen } from './delivery-detail-screen.tsx'
import { WhoLooked } from './who-looked.tsx'

export { preloadData } from './delivery-detail-screen.tsx'

/** A delivery with the list of people who looked at it, which comes from the activity feature. */
export const DeliveryPage = () => <DeliveryDetailScreen WhoLooked={WhoLooked} />
