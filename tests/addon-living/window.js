import { follow } from './crowd.js';

void follow('window');
new Worker('worker.js', { type: 'module' });
