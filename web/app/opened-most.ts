/** The parts of the pages that are opened most: their routes show them, and their first reads begin before that. */
export const loadToday = () => import('../features/deliveries/day/today.tsx')
export const loadMyRunToday = () => import('../features/deliveries/run/my-run-today.tsx')
export const loadDeliveries = () => import('../features/deliveries/deliveries-screen.tsx')
export const loadDelivery = () => import('../features/deliveries/delivery-detail-screen.tsx')
export const loadRun = () => import('../features/deliveries/run/run-screen.tsx')
export const loadUsers = () => import('../features/users/users-screen.tsx')
