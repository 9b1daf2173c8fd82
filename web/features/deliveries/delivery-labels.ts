/** Texts that stand in more than one place of the deliveries' screens. */
export const deliveryLabels = {
  create: 'New Delivery',
  notFound: 'Delivery Not Found',
  notFoundMore: 'The requested delivery could not be found.',
  unassigned: 'Unassigned',
  start: 'Start Delivery',
  complete: 'Complete Delivery',
  print: 'Print delivery',
  firstTime: 'First-time Delivery',
  hipaaReceived: 'HIPAA Form Received',
  counselingRequired: 'Counseling Required',
  listLoading: 'Loading deliveries...',
  listFailed: 'Failed to load deliveries',
  detailsFailed: 'Failed to load delivery details',
  detailsNotRefreshed: 'Failed to refresh delivery details',
  formDataFailed: 'Failed to load form data',
  photoFailed: 'Failed to process delivery photo',
} as const
