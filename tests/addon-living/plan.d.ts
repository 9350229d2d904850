/** Written when the add-on is laid out. */
export const plan: import('./rig.js').Plan;
