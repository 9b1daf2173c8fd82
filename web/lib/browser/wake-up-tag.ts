/** The name under which the browser tells the service worker that there is a network, and the worker tells the pages. */
export const wakeUpTag = 'carelane-send'
