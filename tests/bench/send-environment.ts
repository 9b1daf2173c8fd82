// `npm run bench` starts the product of a checkout with this module, and asks it for the environment of its functions.
process.on('message', () => process.send?.(process.env))
