BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE entries (
	table_id VARCHAR NOT NULL,
	n INTEGER NOT NULL,
	at BIGINT NOT NULL,
	kind VARCHAR NOT NULL,
	body VARCHAR NOT NULL,
	PRIMARY KEY (table_id, n),
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "entries" VALUES('card-begun',1,1700000000000,'create','{"host":"person-ann","code":"73FBSC","replay":"2UCjIxwfRC6oXVQEIguIhg","seats":[{"person":"person-ann","name":"Ann"},{"person":"person-bob","name":"Bob"}],"game":"copenhagen","options":{},"watch":"anyone","listed":false,"show_known":false,"order":"seated","clock":null}');
INSERT INTO "entries" VALUES('card-begun',2,1700000000000,'start','{"seed":"1","rules":"1","order":[0,1]}');
INSERT INTO "entries" VALUES('card-begun',3,1700000000000,'chance','{"chance":"docks PRGGRBB"}');
INSERT INTO "entries" VALUES('card-begun',4,1700000000000,'chance','{"chance":"hand 0 GP"}');
INSERT INTO "entries" VALUES('card-begun',5,1700000000000,'chance','{"chance":"hand 1 RRB"}');
INSERT INTO "entries" VALUES('card-begun',6,1700000001000,'move','{"seat":0,"move":"take 1 6","by":"person-ann","id":"message-5"}');
INSERT INTO "entries" VALUES('card-begun',7,1700000001000,'chance','{"chance":"refill 1=Y 6=R"}');
INSERT INTO "entries" VALUES('card-begun',8,1700000002000,'move','{"seat":1,"move":"build R2 c1* d1 pay RR","by":"person-bob","id":"message-7"}');
INSERT INTO "entries" VALUES('card-begun',9,1700000003000,'move','{"seat":0,"move":"build P2 c1 c2* pay PP","by":"person-ann","id":"message-8"}');
INSERT INTO "entries" VALUES('card-begun',10,1700000004000,'move','{"seat":1,"move":"take 3 7","by":"person-bob","id":"message-9"}');
INSERT INTO "entries" VALUES('card-begun',11,1700000004000,'chance','{"chance":"refill 3=G 7=R"}');
INSERT INTO "entries" VALUES('card-begun',12,1700000005000,'move','{"seat":0,"move":"take 4 5","by":"person-ann","id":"message-11"}');
INSERT INTO "entries" VALUES('card-begun',13,1700000005000,'chance','{"chance":"refill 4=Y 5=P"}');
INSERT INTO "entries" VALUES('card-begun',14,1700000006000,'move','{"seat":1,"move":"build B2 c2 d2* pay BB","by":"person-bob","id":"message-13"}');
INSERT INTO "entries" VALUES('card-begun',15,1700000007000,'move','{"seat":0,"move":"build G2 a1* b1 pay GG","by":"person-ann","id":"message-14"}');
INSERT INTO "entries" VALUES('card-begun',16,1700000008000,'move','{"seat":1,"move":"take 4 5","by":"person-bob","id":"message-15"}');
INSERT INTO "entries" VALUES('card-begun',17,1700000008000,'chance','{"chance":"refill 4=B 5=G"}');
INSERT INTO "entries" VALUES('card-begun',18,1700000009000,'move','{"seat":0,"move":"take 4 5","by":"person-ann","id":"message-17"}');
INSERT INTO "entries" VALUES('card-begun',19,1700000009000,'chance','{"chance":"refill 4=P 5=R"}');
INSERT INTO "entries" VALUES('card-begun',20,1700000010000,'move','{"seat":1,"move":"take 5 6","by":"person-bob","id":"message-19"}');
INSERT INTO "entries" VALUES('card-begun',21,1700000010000,'chance','{"chance":"refill 5=B 6=R"}');
INSERT INTO "entries" VALUES('card-begun',22,1700000011000,'move','{"seat":0,"move":"take 1 2","by":"person-ann","id":"message-21"}');
INSERT INTO "entries" VALUES('card-begun',23,1700000011000,'chance','{"chance":"refill 1=P 2=Y"}');
INSERT INTO "entries" VALUES('card-begun',24,1700000012000,'move','{"seat":1,"move":"build R2 a1* a2 pay RR","by":"person-bob","id":"message-23"}');
INSERT INTO "entries" VALUES('card-begun',25,1700000013000,'move','{"seat":0,"move":"build G2 a2 b2* pay G","by":"person-ann","id":"message-24"}');
INSERT INTO "entries" VALUES('card-begun',26,1700000014000,'move','{"seat":1,"move":"take 5 6","by":"person-bob","id":"message-25"}');
INSERT INTO "entries" VALUES('card-begun',27,1700000014000,'chance','{"chance":"refill 5=B 6=B"}');
INSERT INTO "entries" VALUES('card-begun',28,1700000015000,'move','{"seat":0,"move":"build B2 d1 e1* pay BB","by":"person-ann","id":"message-27"}');
INSERT INTO "entries" VALUES('card-begun',29,1700000016000,'move','{"seat":1,"move":"take 1 2","by":"person-bob","id":"message-28"}');
INSERT INTO "entries" VALUES('card-begun',30,1700000016000,'chance','{"chance":"refill 1=Y 2=G"}');
INSERT INTO "entries" VALUES('card-begun',31,1700000017000,'move','{"seat":0,"move":"take 1 2","by":"person-ann","id":"message-30"}');
INSERT INTO "entries" VALUES('card-begun',32,1700000017000,'chance','{"chance":"refill 1=R 2=P"}');
INSERT INTO "entries" VALUES('card-begun',33,1700000018000,'move','{"seat":1,"move":"build P2 c3 c4* pay PP","by":"person-bob","id":"message-32"}');
INSERT INTO "entries" VALUES('card-begun',34,1700000019000,'move','{"seat":1,"move":"coat ability discount","by":"person-bob","id":"message-33"}');
INSERT INTO "entries" VALUES('card-begun',35,1700000020000,'move','{"seat":0,"move":"build Y2 d2 d3* pay YY","by":"person-ann","id":"message-34"}');
INSERT INTO "entries" VALUES('card-begun',36,1700000021000,'move','{"seat":1,"move":"build Y3 d3* d4 e4 pay YY","by":"person-bob","id":"message-35"}');
INSERT INTO "entries" VALUES('card-begun',37,1700000022000,'move','{"seat":0,"move":"take 2 3","by":"person-ann","id":"message-36"}');
INSERT INTO "entries" VALUES('card-begun',38,1700000022000,'chance','{"chance":"refill 2=P 3=Y"}');
INSERT INTO "entries" VALUES('card-begun',39,1700000023000,'move','{"seat":1,"move":"take 4 5","by":"person-bob","id":"message-38"}');
INSERT INTO "entries" VALUES('card-begun',40,1700000023000,'chance','{"chance":"refill 4=G 5=B"}');
INSERT INTO "entries" VALUES('card-begun',41,1700000024000,'move','{"seat":0,"move":"build G3 a3* a4 a5 pay GG","by":"person-ann","id":"message-40"}');
INSERT INTO "entries" VALUES('card-over',1,1700000000000,'create','{"host":"person-ann","code":"WRBJVS","replay":"ArzJdrql2MWH9uefhG0-qA","seats":[{"person":"person-ann","name":"Ann"},{"person":"person-bob","name":"Bob"}],"game":"copenhagen","options":{},"watch":"anyone","listed":false,"show_known":false,"order":"seated","clock":null}');
INSERT INTO "entries" VALUES('card-over',2,1700000000000,'start','{"seed":"1","rules":"1","order":[0,1]}');
INSERT INTO "entries" VALUES('card-over',3,1700000000000,'chance','{"chance":"docks PRGGRBB"}');
INSERT INTO "entries" VALUES('card-over',4,1700000000000,'chance','{"chance":"hand 0 GP"}');
INSERT INTO "entries" VALUES('card-over',5,1700000000000,'chance','{"chance":"hand 1 RRB"}');
INSERT INTO "entries" VALUES('card-over',6,1700000001000,'move','{"seat":0,"move":"take 1 6","by":"person-ann","id":"message-5"}');
INSERT INTO "entries" VALUES('card-over',7,1700000001000,'chance','{"chance":"refill 1=Y 6=R"}');
INSERT INTO "entries" VALUES('card-over',8,1700000002000,'move','{"seat":1,"move":"build R2 c1* d1 pay RR","by":"person-bob","id":"message-7"}');
INSERT INTO "entries" VALUES('card-over',9,1700000003000,'move','{"seat":0,"move":"build P2 c1 c2* pay PP","by":"person-ann","id":"message-8"}');
INSERT INTO "entries" VALUES('card-over',10,1700000004000,'move','{"seat":1,"move":"take 3 7","by":"person-bob","id":"message-9"}');
INSERT INTO "entries" VALUES('card-over',11,1700000004000,'chance','{"chance":"refill 3=G 7=R"}');
INSERT INTO "entries" VALUES('card-over',12,1700000005000,'move','{"seat":0,"move":"take 4 5","by":"person-ann","id":"message-11"}');
INSERT INTO "entries" VALUES('card-over',13,1700000005000,'chance','{"chance":"refill 4=Y 5=P"}');
INSERT INTO "entries" VALUES('card-over',14,1700000006000,'move','{"seat":1,"move":"build B2 c2 d2* pay BB","by":"person-bob","id":"message-13"}');
INSERT INTO "entries" VALUES('card-over',15,1700000007000,'move','{"seat":0,"move":"build G2 a1* b1 pay GG","by":"person-ann","id":"message-14"}');
INSERT INTO "entries" VALUES('card-over',16,1700000008000,'move','{"seat":1,"move":"take 4 5","by":"person-bob","id":"message-15"}');
INSERT INTO "entries" VALUES('card-over',17,1700000008000,'chance','{"chance":"refill 4=B 5=G"}');
INSERT INTO "entries" VALUES('card-over',18,1700000009000,'move','{"seat":0,"move":"take 4 5","by":"person-ann","id":"message-17"}');
INSERT INTO "entries" VALUES('card-over',19,1700000009000,'chance','{"chance":"refill 4=P 5=R"}');
INSERT INTO "entries" VALUES('card-over',20,1700000010000,'move','{"seat":1,"move":"take 5 6","by":"person-bob","id":"message-19"}');
INSERT INTO "entries" VALUES('card-over',21,1700000010000,'chance','{"chance":"refill 5=B 6=R"}');
INSERT INTO "entries" VALUES('card-over',22,1700000011000,'move','{"seat":0,"move":"take 1 2","by":"person-ann","id":"message-21"}');
INSERT INTO "entries" VALUES('card-over',23,1700000011000,'chance','{"chance":"refill 1=P 2=Y"}');
INSERT INTO "entries" VALUES('card-over',24,1700000012000,'move','{"seat":1,"move":"build R2 a1* a2 pay RR","by":"person-bob","id":"message-23"}');
INSERT INTO "entries" VALUES('card-over',25,1700000013000,'move','{"seat":0,"move":"build G2 a2 b2* pay G","by":"person-ann","id":"message-24"}');
INSERT INTO "entries" VALUES('card-over',26,1700000014000,'move','{"seat":1,"move":"take 5 6","by":"person-bob","id":"message-25"}');
INSERT INTO "entries" VALUES('card-over',27,1700000014000,'chance','{"chance":"refill 5=B 6=B"}');
INSERT INTO "entries" VALUES('card-over',28,1700000015000,'move','{"seat":0,"move":"build B2 d1 e1* pay BB","by":"person-ann","id":"message-27"}');
INSERT INTO "entries" VALUES('card-over',29,1700000016000,'move','{"seat":1,"move":"take 1 2","by":"person-bob","id":"message-28"}');
INSERT INTO "entries" VALUES('card-over',30,1700000016000,'chance','{"chance":"refill 1=Y 2=G"}');
INSERT INTO "entries" VALUES('card-over',31,1700000017000,'move','{"seat":0,"move":"take 1 2","by":"person-ann","id":"message-30"}');
INSERT INTO "entries" VALUES('card-over',32,1700000017000,'chance','{"chance":"refill 1=R 2=P"}');
INSERT INTO "entries" VALUES('card-over',33,1700000018000,'move','{"seat":1,"move":"build P2 c3 c4* pay PP","by":"person-bob","id":"message-32"}');
INSERT INTO "entries" VALUES('card-over',34,1700000019000,'move','{"seat":1,"move":"coat ability discount","by":"person-bob","id":"message-33"}');
INSERT INTO "entries" VALUES('card-over',35,1700000020000,'move','{"seat":0,"move":"build Y2 d2 d3* pay YY","by":"person-ann","id":"message-34"}');
INSERT INTO "entries" VALUES('card-over',36,1700000021000,'move','{"seat":1,"move":"build Y3 d3* d4 e4 pay YY","by":"person-bob","id":"message-35"}');
INSERT INTO "entries" VALUES('card-over',37,1700000022000,'move','{"seat":0,"move":"take 2 3","by":"person-ann","id":"message-36"}');
INSERT INTO "entries" VALUES('card-over',38,1700000022000,'chance','{"chance":"refill 2=P 3=Y"}');
INSERT INTO "entries" VALUES('card-over',39,1700000023000,'move','{"seat":1,"move":"take 4 5","by":"person-bob","id":"message-38"}');
INSERT INTO "entries" VALUES('card-over',40,1700000023000,'chance','{"chance":"refill 4=G 5=B"}');
INSERT INTO "entries" VALUES('card-over',41,1700000024000,'move','{"seat":0,"move":"build G3 a3* a4 a5 pay GG","by":"person-ann","id":"message-40"}');
INSERT INTO "entries" VALUES('card-over',42,1700000025000,'move','{"seat":1,"move":"build B3 b2* a3 b3 pay BB","by":"person-bob","id":"message-41"}');
INSERT INTO "entries" VALUES('card-over',43,1700000026000,'move','{"seat":0,"move":"take 6 7","by":"person-ann","id":"message-42"}');
INSERT INTO "entries" VALUES('card-over',44,1700000026000,'chance','{"chance":"refill 6=G 7=G"}');
INSERT INTO "entries" VALUES('card-over',45,1700000027000,'move','{"seat":1,"move":"take 2 3","by":"person-bob","id":"message-44"}');
INSERT INTO "entries" VALUES('card-over',46,1700000027000,'chance','{"chance":"refill 2=P 3=P"}');
INSERT INTO "entries" VALUES('card-over',47,1700000028000,'move','{"seat":0,"move":"build R3 b3 c3 c4* pay RRR","by":"person-ann","id":"message-46"}');
INSERT INTO "entries" VALUES('card-over',48,1700000029000,'move','{"seat":0,"move":"coat ability discount","by":"person-ann","id":"message-47"}');
INSERT INTO "entries" VALUES('card-over',49,1700000030000,'move','{"seat":1,"move":"build P3 a5 b5 c5* pay PP","by":"person-bob","id":"message-48"}');
INSERT INTO "entries" VALUES('card-over',50,1700000031000,'move','{"seat":0,"move":"take 2 3","by":"person-ann","id":"message-49"}');
INSERT INTO "entries" VALUES('card-over',51,1700000031000,'chance','{"chance":"refill 2=R 3=G"}');
INSERT INTO "entries" VALUES('card-over',52,1700000032000,'move','{"seat":1,"move":"build Y2 e5 e6* pay Y","by":"person-bob","id":"message-51"}');
INSERT INTO "entries" VALUES('card-over',53,1700000033000,'move','{"seat":1,"move":"coat special e1","by":"person-bob","id":"message-52"}');
INSERT INTO "entries" VALUES('card-over',54,1700000034000,'move','{"seat":0,"move":"build P4 a6* a7 a8 a9 pay PPP","by":"person-ann","id":"message-53"}');
INSERT INTO "entries" VALUES('card-over',55,1700000035000,'move','{"seat":1,"move":"take 6 7","by":"person-bob","id":"message-54"}');
INSERT INTO "entries" VALUES('card-over',56,1700000035000,'chance','{"chance":"refill 6=G 7=P"}');
INSERT INTO "entries" VALUES('card-over',57,1700000036000,'move','{"seat":0,"move":"take 5 6","by":"person-ann","id":"message-56"}');
INSERT INTO "entries" VALUES('card-over',58,1700000036000,'chance','{"chance":"refill 5=Y 6=Y"}');
INSERT INTO "entries" VALUES('card-over',59,1700000037000,'move','{"seat":1,"move":"build G3 a6* a7 a8 pay GGG","by":"person-bob","id":"message-58"}');
INSERT INTO "entries" VALUES('card-over',60,1700000038000,'move','{"seat":0,"move":"take 5 6","by":"person-ann","id":"message-59"}');
INSERT INTO "entries" VALUES('card-over',61,1700000038000,'chance','{"chance":"refill 5=P 6=B"}');
INSERT INTO "entries" VALUES('card-over',62,1700000039000,'move','{"seat":1,"move":"take 6 7","by":"person-bob","id":"message-61"}');
INSERT INTO "entries" VALUES('card-over',63,1700000039000,'chance','{"chance":"refill 6=B 7=P"}');
INSERT INTO "entries" VALUES('card-over',64,1700000040000,'move','{"seat":0,"move":"build Y3 d4* d5 e5 pay YY","by":"person-ann","id":"message-63"}');
INSERT INTO "entries" VALUES('card-over',65,1700000041000,'move','{"seat":0,"move":"coat ability both","by":"person-ann","id":"message-64"}');
INSERT INTO "entries" VALUES('card-over',66,1700000042000,'move','{"seat":1,"move":"take 5 6","by":"person-bob","id":"message-65"}');
INSERT INTO "entries" VALUES('card-over',67,1700000042000,'chance','{"chance":"refill 5=Y 6=G"}');
INSERT INTO "entries" VALUES('card-over',68,1700000043000,'move','{"seat":0,"move":"take 4 5","by":"person-ann","id":"message-67"}');
INSERT INTO "entries" VALUES('card-over',69,1700000044000,'move','{"seat":0,"move":"end","by":"person-ann","id":"message-68"}');
INSERT INTO "entries" VALUES('card-over',70,1700000044000,'chance','{"chance":"refill 4=G 5=R"}');
INSERT INTO "entries" VALUES('card-over',71,1700000045000,'move','{"seat":1,"move":"build P3 b6 b7 b8* pay PP","by":"person-bob","id":"message-70"}');
INSERT INTO "entries" VALUES('card-over',72,1700000046000,'move','{"seat":1,"move":"coat special a4","by":"person-bob","id":"message-71"}');
INSERT INTO "entries" VALUES('card-over',73,1700000047000,'move','{"seat":0,"move":"take 3 4","by":"person-ann","id":"message-72"}');
INSERT INTO "entries" VALUES('card-over',74,1700000048000,'move','{"seat":0,"move":"build G4 c5 c6 d6* c7 pay GGGG","by":"person-ann","id":"message-73"}');
INSERT INTO "entries" VALUES('card-over',75,1700000048000,'chance','{"chance":"refill 3=Y 4=R"}');
INSERT INTO "entries" VALUES('card-over',76,1700000049000,'move','{"seat":1,"move":"take 1 2","by":"person-bob","id":"message-75"}');
INSERT INTO "entries" VALUES('card-over',77,1700000049000,'chance','{"chance":"refill 1=R 2=G"}');
INSERT INTO "entries" VALUES('card-over',78,1700000050000,'move','{"seat":0,"move":"take 4 5","by":"person-ann","id":"message-77"}');
INSERT INTO "entries" VALUES('card-over',79,1700000050000,'chance','{"chance":"refill 4=B 5=P"}');
INSERT INTO "entries" VALUES('card-over',80,1700000051000,'move','{"seat":1,"move":"build R3 d7 e7 d8* pay RRR","by":"person-bob","id":"message-79"}');
INSERT INTO "entries" VALUES('card-over',81,1700000052000,'move','{"seat":0,"move":"take 2 3","by":"person-ann","id":"message-80"}');
INSERT INTO "entries" VALUES('card-over',82,1700000052000,'chance','{"chance":"refill 2=P 3=Y"}');
INSERT INTO "entries" VALUES('card-over',83,1700000053000,'move','{"seat":1,"move":"take 5 6","by":"person-bob","id":"message-82"}');
INSERT INTO "entries" VALUES('card-over',84,1700000053000,'chance','{"chance":"refill 5=R 6=B"}');
INSERT INTO "entries" VALUES('card-over',85,1700000054000,'move','{"seat":0,"move":"take 4 5","by":"person-ann","id":"message-84"}');
INSERT INTO "entries" VALUES('card-over',86,1700000055000,'move','{"seat":0,"move":"discard YG","by":"person-ann","id":"message-85"}');
INSERT INTO "entries" VALUES('card-over',87,1700000055000,'chance','{"chance":"refill 4=B 5=Y"}');
INSERT INTO "entries" VALUES('card-over',88,1700000056000,'move','{"seat":1,"move":"take 4 5","by":"person-bob","id":"message-87"}');
INSERT INTO "entries" VALUES('card-over',89,1700000056000,'chance','{"chance":"refill 4=B 5=Y"}');
INSERT INTO "entries" VALUES('card-over',90,1700000057000,'move','{"seat":0,"move":"build B3 d7 e7 e8* pay BBB","by":"person-ann","id":"message-89"}');
INSERT INTO "entries" VALUES('card-over',91,1700000058000,'move','{"seat":1,"move":"take 1 2","by":"person-bob","id":"message-90"}');
INSERT INTO "entries" VALUES('card-over',92,1700000059000,'move','{"seat":1,"move":"discard G","by":"person-bob","id":"message-91"}');
INSERT INTO "entries" VALUES('card-over',93,1700000059000,'chance','{"chance":"refill 1=End"}');
INSERT INTO "entries" VALUES('card-over',94,1700000059000,'over','{"result":{"winners":[0],"ranking":[[0],[1]],"scores":[3,0],"empty_cells":[15,15],"forfeited":[]},"seed":"1"}');
INSERT INTO "entries" VALUES('dice-begun',1,1700000000000,'create','{"host":"person-ann","code":"84JTYG","replay":"sERg_jenwtm_OlPk_bfgqg","seats":[{"person":"person-ann","name":"Ann"},{"person":"person-bob","name":"Bob"}],"game":"roll-and-write","options":{"mirror":false},"watch":"anyone","listed":false,"show_known":false,"order":"seated","clock":null}');
INSERT INTO "entries" VALUES('dice-begun',2,1700000000000,'start','{"seed":"1","rules":"1","order":[0,1]}');
INSERT INTO "entries" VALUES('dice-begun',3,1700000001000,'move','{"seat":0,"move":"start yellow","by":"person-ann","id":"message-2"}');
INSERT INTO "entries" VALUES('dice-begun',4,1700000002000,'move','{"seat":1,"move":"start purple","by":"person-bob","id":"message-3"}');
INSERT INTO "entries" VALUES('dice-begun',5,1700000002000,'chance','{"chance":"roll RYYGW"}');
INSERT INTO "entries" VALUES('dice-begun',6,1700000003000,'move','{"seat":0,"move":"draw R2 a1 a2* using RW","by":"person-ann","id":"message-5"}');
INSERT INTO "entries" VALUES('dice-begun',7,1700000004000,'move','{"seat":1,"move":"mark green","by":"person-bob","id":"message-6"}');
INSERT INTO "entries" VALUES('dice-begun',8,1700000004000,'chance','{"chance":"roll RRYGG"}');
INSERT INTO "entries" VALUES('dice-begun',9,1700000005000,'move','{"seat":1,"move":"draw G3 b1* c1 d1 using GG+","by":"person-bob","id":"message-8"}');
INSERT INTO "entries" VALUES('dice-begun',10,1700000006000,'move','{"seat":0,"move":"mark red red","by":"person-ann","id":"message-9"}');
INSERT INTO "entries" VALUES('dice-begun',11,1700000006000,'chance','{"chance":"roll YBBWW"}');
INSERT INTO "entries" VALUES('dice-begun',12,1700000007000,'move','{"seat":0,"move":"draw Y3 d1 e1* e2 using YW+","by":"person-ann","id":"message-11"}');
INSERT INTO "entries" VALUES('dice-begun',13,1700000008000,'move','{"seat":1,"move":"mark red","by":"person-bob","id":"message-12"}');
INSERT INTO "entries" VALUES('dice-begun',14,1700000008000,'chance','{"chance":"roll RGBPW"}');
INSERT INTO "entries" VALUES('dice-begun',15,1700000009000,'move','{"seat":1,"move":"draw P3 d2* d3 d4 using PW+","by":"person-bob","id":"message-14"}');
INSERT INTO "entries" VALUES('dice-begun',16,1700000010000,'move','{"seat":0,"move":"mark blue","by":"person-ann","id":"message-15"}');
INSERT INTO "entries" VALUES('dice-begun',17,1700000010000,'chance','{"chance":"roll RYGGP"}');
INSERT INTO "entries" VALUES('dice-begun',18,1700000011000,'move','{"seat":0,"move":"draw R2 b1* c1 using R+","by":"person-ann","id":"message-17"}');
INSERT INTO "entries" VALUES('dice-begun',19,1700000012000,'move','{"seat":1,"move":"mark green purple","by":"person-bob","id":"message-18"}');
INSERT INTO "entries" VALUES('dice-begun',20,1700000012000,'chance','{"chance":"roll RYGGW"}');
INSERT INTO "entries" VALUES('dice-begun',21,1700000013000,'move','{"seat":1,"move":"draw R2 d5 d6* using W+","by":"person-bob","id":"message-20"}');
INSERT INTO "entries" VALUES('dice-begun',22,1700000014000,'move','{"seat":1,"move":"single a1*","by":"person-bob","id":"message-21"}');
INSERT INTO "entries" VALUES('dice-begun',23,1700000015000,'move','{"seat":0,"move":"mark red green","by":"person-ann","id":"message-22"}');
INSERT INTO "entries" VALUES('dice-begun',24,1700000015000,'chance','{"chance":"roll RYGBP"}');
INSERT INTO "entries" VALUES('dice-begun',25,1700000016000,'move','{"seat":0,"move":"draw R2 b2 c2* using R+","by":"person-ann","id":"message-24"}');
INSERT INTO "entries" VALUES('dice-begun',26,1700000017000,'move','{"seat":1,"move":"mark blue purple","by":"person-bob","id":"message-25"}');
INSERT INTO "entries" VALUES('dice-begun',27,1700000017000,'chance','{"chance":"roll YGGWW"}');
INSERT INTO "entries" VALUES('dice-begun',28,1700000018000,'move','{"seat":1,"move":"draw G3 c2 c3* c4 using GWW","by":"person-bob","id":"message-27"}');
INSERT INTO "entries" VALUES('dice-begun',29,1700000019000,'move','{"seat":0,"move":"mark yellow","by":"person-ann","id":"message-28"}');
INSERT INTO "entries" VALUES('dice-begun',30,1700000019000,'chance','{"chance":"roll RRGGW"}');
INSERT INTO "entries" VALUES('dice-begun',31,1700000020000,'move','{"seat":0,"move":"reroll GGW","by":"person-ann","id":"message-30"}');
INSERT INTO "entries" VALUES('dice-begun',32,1700000020000,'chance','{"chance":"roll RBP"}');
INSERT INTO "entries" VALUES('dice-begun',33,1700000021000,'move','{"seat":0,"move":"draw R3 d2 c3 d3* using RRR","by":"person-ann","id":"message-32"}');
INSERT INTO "entries" VALUES('dice-begun',34,1700000022000,'move','{"seat":0,"move":"coat track blue","by":"person-ann","id":"message-33"}');
INSERT INTO "entries" VALUES('dice-begun',35,1700000023000,'move','{"seat":1,"move":"mark blue","by":"person-bob","id":"message-34"}');
INSERT INTO "entries" VALUES('dice-begun',36,1700000023000,'chance','{"chance":"roll GPWWW"}');
INSERT INTO "entries" VALUES('dice-begun',37,1700000024000,'move','{"seat":1,"move":"draw P2 a2 a3 using W+","by":"person-bob","id":"message-36"}');
INSERT INTO "entries" VALUES('dice-begun',38,1700000025000,'move','{"seat":0,"move":"mark red yellow","by":"person-ann","id":"message-37"}');
INSERT INTO "entries" VALUES('dice-begun',39,1700000025000,'chance','{"chance":"roll YBBPW"}');
INSERT INTO "entries" VALUES('dice-begun',40,1700000026000,'move','{"seat":0,"move":"draw B2 d4 d5* using BW","by":"person-ann","id":"message-39"}');
INSERT INTO "entries" VALUES('dice-begun',41,1700000027000,'move','{"seat":1,"move":"mark -","by":"person-bob","id":"message-40"}');
INSERT INTO "entries" VALUES('dice-begun',42,1700000027000,'chance','{"chance":"roll GBBPW"}');
INSERT INTO "entries" VALUES('dice-over',1,1700000000000,'create','{"host":"person-ann","code":"NWJELA","replay":"-sr3SYoM6UVR39wD8L8DeA","seats":[{"person":"person-ann","name":"Ann"},{"person":"person-bob","name":"Bob"}],"game":"roll-and-write","options":{"mirror":false},"watch":"anyone","listed":false,"show_known":false,"order":"seated","clock":null}');
INSERT INTO "entries" VALUES('dice-over',2,1700000000000,'start','{"seed":"1","rules":"1","order":[0,1]}');
INSERT INTO "entries" VALUES('dice-over',3,1700000001000,'move','{"seat":0,"move":"start yellow","by":"person-ann","id":"message-2"}');
INSERT INTO "entries" VALUES('dice-over',4,1700000002000,'move','{"seat":1,"move":"start purple","by":"person-bob","id":"message-3"}');
INSERT INTO "entries" VALUES('dice-over',5,1700000002000,'chance','{"chance":"roll RYYGW"}');
INSERT INTO "entries" VALUES('dice-over',6,1700000003000,'move','{"seat":0,"move":"draw R2 a1 a2* using RW","by":"person-ann","id":"message-5"}');
INSERT INTO "entries" VALUES('dice-over',7,1700000004000,'move','{"seat":1,"move":"mark green","by":"person-bob","id":"message-6"}');
INSERT INTO "entries" VALUES('dice-over',8,1700000004000,'chance','{"chance":"roll RRYGG"}');
INSERT INTO "entries" VALUES('dice-over',9,1700000005000,'move','{"seat":1,"move":"draw G3 b1* c1 d1 using GG+","by":"person-bob","id":"message-8"}');
INSERT INTO "entries" VALUES('dice-over',10,1700000006000,'move','{"seat":0,"move":"mark red red","by":"person-ann","id":"message-9"}');
INSERT INTO "entries" VALUES('dice-over',11,1700000006000,'chance','{"chance":"roll YBBWW"}');
INSERT INTO "entries" VALUES('dice-over',12,1700000007000,'move','{"seat":0,"move":"draw Y3 d1 e1* e2 using YW+","by":"person-ann","id":"message-11"}');
INSERT INTO "entries" VALUES('dice-over',13,1700000008000,'move','{"seat":1,"move":"mark red","by":"person-bob","id":"message-12"}');
INSERT INTO "entries" VALUES('dice-over',14,1700000008000,'chance','{"chance":"roll RGBPW"}');
INSERT INTO "entries" VALUES('dice-over',15,1700000009000,'move','{"seat":1,"move":"draw P3 d2* d3 d4 using PW+","by":"person-bob","id":"message-14"}');
INSERT INTO "entries" VALUES('dice-over',16,1700000010000,'move','{"seat":0,"move":"mark blue","by":"person-ann","id":"message-15"}');
INSERT INTO "entries" VALUES('dice-over',17,1700000010000,'chance','{"chance":"roll RYGGP"}');
INSERT INTO "entries" VALUES('dice-over',18,1700000011000,'move','{"seat":0,"move":"draw R2 b1* c1 using R+","by":"person-ann","id":"message-17"}');
INSERT INTO "entries" VALUES('dice-over',19,1700000012000,'move','{"seat":1,"move":"mark green purple","by":"person-bob","id":"message-18"}');
INSERT INTO "entries" VALUES('dice-over',20,1700000012000,'chance','{"chance":"roll RYGGW"}');
INSERT INTO "entries" VALUES('dice-over',21,1700000013000,'move','{"seat":1,"move":"draw R2 d5 d6* using W+","by":"person-bob","id":"message-20"}');
INSERT INTO "entries" VALUES('dice-over',22,1700000014000,'move','{"seat":1,"move":"single a1*","by":"person-bob","id":"message-21"}');
INSERT INTO "entries" VALUES('dice-over',23,1700000015000,'move','{"seat":0,"move":"mark red green","by":"person-ann","id":"message-22"}');
INSERT INTO "entries" VALUES('dice-over',24,1700000015000,'chance','{"chance":"roll RYGBP"}');
INSERT INTO "entries" VALUES('dice-over',25,1700000016000,'move','{"seat":0,"move":"draw R2 b2 c2* using R+","by":"person-ann","id":"message-24"}');
INSERT INTO "entries" VALUES('dice-over',26,1700000017000,'move','{"seat":1,"move":"mark blue purple","by":"person-bob","id":"message-25"}');
INSERT INTO "entries" VALUES('dice-over',27,1700000017000,'chance','{"chance":"roll YGGWW"}');
INSERT INTO "entries" VALUES('dice-over',28,1700000018000,'move','{"seat":1,"move":"draw G3 c2 c3* c4 using GWW","by":"person-bob","id":"message-27"}');
INSERT INTO "entries" VALUES('dice-over',29,1700000019000,'move','{"seat":0,"move":"mark yellow","by":"person-ann","id":"message-28"}');
INSERT INTO "entries" VALUES('dice-over',30,1700000019000,'chance','{"chance":"roll RRGGW"}');
INSERT INTO "entries" VALUES('dice-over',31,1700000020000,'move','{"seat":0,"move":"reroll GGW","by":"person-ann","id":"message-30"}');
INSERT INTO "entries" VALUES('dice-over',32,1700000020000,'chance','{"chance":"roll RBP"}');
INSERT INTO "entries" VALUES('dice-over',33,1700000021000,'move','{"seat":0,"move":"draw R3 d2 c3 d3* using RRR","by":"person-ann","id":"message-32"}');
INSERT INTO "entries" VALUES('dice-over',34,1700000022000,'move','{"seat":0,"move":"coat track blue","by":"person-ann","id":"message-33"}');
INSERT INTO "entries" VALUES('dice-over',35,1700000023000,'move','{"seat":1,"move":"mark blue","by":"person-bob","id":"message-34"}');
INSERT INTO "entries" VALUES('dice-over',36,1700000023000,'chance','{"chance":"roll GPWWW"}');
INSERT INTO "entries" VALUES('dice-over',37,1700000024000,'move','{"seat":1,"move":"draw P2 a2 a3 using W+","by":"person-bob","id":"message-36"}');
INSERT INTO "entries" VALUES('dice-over',38,1700000025000,'move','{"seat":0,"move":"mark red yellow","by":"person-ann","id":"message-37"}');
INSERT INTO "entries" VALUES('dice-over',39,1700000025000,'chance','{"chance":"roll YBBPW"}');
INSERT INTO "entries" VALUES('dice-over',40,1700000026000,'move','{"seat":0,"move":"draw B2 d4 d5* using BW","by":"person-ann","id":"message-39"}');
INSERT INTO "entries" VALUES('dice-over',41,1700000027000,'move','{"seat":1,"move":"mark -","by":"person-bob","id":"message-40"}');
INSERT INTO "entries" VALUES('dice-over',42,1700000027000,'chance','{"chance":"roll GBBPW"}');
INSERT INTO "entries" VALUES('dice-over',43,1700000028000,'move','{"seat":1,"move":"draw B4 c5 c6 c7* d7 using BBW+","by":"person-bob","id":"message-42"}');
INSERT INTO "entries" VALUES('dice-over',44,1700000029000,'move','{"seat":0,"move":"mark -","by":"person-ann","id":"message-43"}');
INSERT INTO "entries" VALUES('dice-over',45,1700000029000,'chance','{"chance":"roll RYBPP"}');
INSERT INTO "entries" VALUES('dice-over',46,1700000030000,'move','{"seat":0,"move":"draw B2 d6 e6* using B+","by":"person-ann","id":"message-45"}');
INSERT INTO "entries" VALUES('dice-over',47,1700000031000,'move','{"seat":1,"move":"mark red","by":"person-bob","id":"message-46"}');
INSERT INTO "entries" VALUES('dice-over',48,1700000031000,'chance','{"chance":"roll RRWWW"}');
INSERT INTO "entries" VALUES('dice-over',49,1700000032000,'move','{"seat":1,"move":"draw P2 c8* d8 using WW","by":"person-bob","id":"message-48"}');
INSERT INTO "entries" VALUES('dice-over',50,1700000033000,'move','{"seat":0,"move":"mark red green","by":"person-ann","id":"message-49"}');
INSERT INTO "entries" VALUES('dice-over',51,1700000033000,'chance','{"chance":"roll RYBPW"}');
INSERT INTO "entries" VALUES('dice-over',52,1700000034000,'move','{"seat":0,"move":"draw G2 a3 b3* using W+","by":"person-ann","id":"message-51"}');
INSERT INTO "entries" VALUES('dice-over',53,1700000035000,'move','{"seat":1,"move":"mark yellow blue","by":"person-bob","id":"message-52"}');
INSERT INTO "entries" VALUES('dice-over',54,1700000035000,'chance','{"chance":"roll RYGWW"}');
INSERT INTO "entries" VALUES('dice-over',55,1700000036000,'move','{"seat":1,"move":"draw Y2 d9 e9* using YW","by":"person-bob","id":"message-54"}');
INSERT INTO "entries" VALUES('dice-over',56,1700000037000,'move','{"seat":1,"move":"coat decline","by":"person-bob","id":"message-55"}');
INSERT INTO "entries" VALUES('dice-over',57,1700000038000,'move','{"seat":0,"move":"mark green purple","by":"person-ann","id":"message-56"}');
INSERT INTO "entries" VALUES('dice-over',58,1700000038000,'chance','{"chance":"roll RRYBW"}');
INSERT INTO "entries" VALUES('dice-over',59,1700000039000,'move','{"seat":0,"move":"draw Y3 d7* d8 e8 using YW+","by":"person-ann","id":"message-58"}');
INSERT INTO "entries" VALUES('dice-over',60,1700000040000,'move','{"seat":1,"move":"mark red red","by":"person-bob","id":"message-59"}');
INSERT INTO "entries" VALUES('dice-over',61,1700000040000,'chance','{"chance":"roll PPPPW"}');
INSERT INTO "entries" VALUES('dice-over',62,1700000041000,'move','{"seat":1,"move":"draw R2 e1* e2 using W+","by":"person-bob","id":"message-61"}');
INSERT INTO "entries" VALUES('dice-over',63,1700000042000,'move','{"seat":0,"move":"mark purple","by":"person-ann","id":"message-62"}');
INSERT INTO "entries" VALUES('dice-over',64,1700000042000,'chance','{"chance":"roll RRYBP"}');
INSERT INTO "entries" VALUES('dice-over',65,1700000043000,'move','{"seat":0,"move":"draw P2 a4 b4* using P+","by":"person-ann","id":"message-64"}');
INSERT INTO "entries" VALUES('dice-over',66,1700000044000,'move','{"seat":1,"move":"mark red blue","by":"person-bob","id":"message-65"}');
INSERT INTO "entries" VALUES('dice-over',67,1700000044000,'chance','{"chance":"roll RYGGB"}');
INSERT INTO "entries" VALUES('dice-over',68,1700000045000,'move','{"seat":1,"move":"draw Y2 e3 e4 using Y+","by":"person-bob","id":"message-67"}');
INSERT INTO "entries" VALUES('dice-over',69,1700000046000,'move','{"seat":0,"move":"mark red blue","by":"person-ann","id":"message-68"}');
INSERT INTO "entries" VALUES('dice-over',70,1700000046000,'chance','{"chance":"roll RYBWW"}');
INSERT INTO "entries" VALUES('dice-over',71,1700000047000,'move','{"seat":0,"move":"draw B3 b5* b6 c6 using BWW","by":"person-ann","id":"message-70"}');
INSERT INTO "entries" VALUES('dice-over',72,1700000048000,'move','{"seat":1,"move":"mark -","by":"person-bob","id":"message-71"}');
INSERT INTO "entries" VALUES('dice-over',73,1700000048000,'chance','{"chance":"roll YGWWW"}');
INSERT INTO "entries" VALUES('dice-over',74,1700000049000,'move','{"seat":1,"move":"draw G3 e5* e6 e7 using WWW","by":"person-bob","id":"message-73"}');
INSERT INTO "entries" VALUES('dice-over',75,1700000050000,'move','{"seat":0,"move":"mark yellow green","by":"person-ann","id":"message-74"}');
INSERT INTO "entries" VALUES('dice-over',76,1700000050000,'chance','{"chance":"roll YGGBP"}');
INSERT INTO "entries" VALUES('dice-over',77,1700000051000,'move','{"seat":0,"move":"draw G2 b7* b8 using GG","by":"person-ann","id":"message-76"}');
INSERT INTO "entries" VALUES('dice-over',78,1700000052000,'move','{"seat":0,"move":"change Y R","by":"person-ann","id":"message-77"}');
INSERT INTO "entries" VALUES('dice-over',79,1700000053000,'move','{"seat":1,"move":"mark blue","by":"person-bob","id":"message-78"}');
INSERT INTO "entries" VALUES('dice-over',80,1700000053000,'chance','{"chance":"roll RRBPW"}');
INSERT INTO "entries" VALUES('dice-over',81,1700000054000,'move','{"seat":1,"move":"draw B3 a4* b4 a5 using BW+","by":"person-bob","id":"message-80"}');
INSERT INTO "entries" VALUES('dice-over',82,1700000055000,'move','{"seat":1,"move":"coat track yellow","by":"person-bob","id":"message-81"}');
INSERT INTO "entries" VALUES('dice-over',83,1700000056000,'move','{"seat":0,"move":"mark red","by":"person-ann","id":"message-82"}');
INSERT INTO "entries" VALUES('dice-over',84,1700000056000,'chance','{"chance":"roll RRYGP"}');
INSERT INTO "entries" VALUES('dice-over',85,1700000057000,'move','{"seat":0,"move":"draw R2 c9 d9* using RR","by":"person-ann","id":"message-84"}');
INSERT INTO "entries" VALUES('dice-over',86,1700000058000,'move','{"seat":0,"move":"coat decline","by":"person-ann","id":"message-85"}');
INSERT INTO "entries" VALUES('dice-over',87,1700000059000,'move','{"seat":1,"move":"mark yellow","by":"person-bob","id":"message-86"}');
INSERT INTO "entries" VALUES('dice-over',88,1700000059000,'chance','{"chance":"roll RGBPP"}');
INSERT INTO "entries" VALUES('dice-over',89,1700000060000,'move','{"seat":1,"move":"draw P2 a6* a7 using PP","by":"person-bob","id":"message-88"}');
INSERT INTO "entries" VALUES('dice-over',90,1700000061000,'move','{"seat":0,"move":"mark red","by":"person-ann","id":"message-89"}');
INSERT INTO "entries" VALUES('dice-over',91,1700000061000,'chance','{"chance":"roll YBPWW"}');
INSERT INTO "entries" VALUES('dice-over',92,1700000062000,'move','{"seat":0,"move":"draw B2 c7* c8 using BW","by":"person-ann","id":"message-91"}');
INSERT INTO "entries" VALUES('dice-over',93,1700000063000,'move','{"seat":1,"move":"mark blue purple","by":"person-bob","id":"message-92"}');
INSERT INTO "entries" VALUES('dice-over',94,1700000063000,'chance','{"chance":"roll RRRBP"}');
INSERT INTO "entries" VALUES('dice-over',95,1700000064000,'move','{"seat":1,"move":"draw R3 a8* b8 b9 using RRR","by":"person-bob","id":"message-94"}');
INSERT INTO "entries" VALUES('dice-over',96,1700000065000,'move','{"seat":1,"move":"done","by":"person-bob","id":"message-95"}');
INSERT INTO "entries" VALUES('dice-over',97,1700000066000,'move','{"seat":0,"move":"mark -","by":"person-ann","id":"message-96"}');
INSERT INTO "entries" VALUES('dice-over',98,1700000066000,'chance','{"chance":"roll RGBPP"}');
INSERT INTO "entries" VALUES('dice-over',99,1700000067000,'move','{"seat":0,"move":"draw P2 a5 a6 using PP","by":"person-ann","id":"message-98"}');
INSERT INTO "entries" VALUES('dice-over',100,1700000068000,'move','{"seat":0,"move":"coat window a7","by":"person-ann","id":"message-99"}');
INSERT INTO "entries" VALUES('dice-over',101,1700000069000,'move','{"seat":1,"move":"mark red green","by":"person-bob","id":"message-100"}');
INSERT INTO "entries" VALUES('dice-over',102,1700000069000,'chance','{"chance":"roll YBBWW"}');
INSERT INTO "entries" VALUES('dice-over',103,1700000070000,'move','{"seat":1,"move":"reroll YBBWW","by":"person-bob","id":"message-102"}');
INSERT INTO "entries" VALUES('dice-over',104,1700000070000,'chance','{"chance":"roll RRBPW"}');
INSERT INTO "entries" VALUES('dice-over',105,1700000071000,'move','{"seat":1,"move":"single b5","by":"person-bob","id":"message-104"}');
INSERT INTO "entries" VALUES('dice-over',106,1700000072000,'move','{"seat":1,"move":"draw Y2 b6 b7* using W+","by":"person-bob","id":"message-105"}');
INSERT INTO "entries" VALUES('dice-over',107,1700000073000,'move','{"seat":1,"move":"coat window c9","by":"person-bob","id":"message-106"}');
INSERT INTO "entries" VALUES('dice-over',108,1700000074000,'move','{"seat":0,"move":"mark red blue","by":"person-ann","id":"message-107"}');
INSERT INTO "entries" VALUES('dice-over',109,1700000074000,'chance','{"chance":"roll RYYPW"}');
INSERT INTO "entries" VALUES('dice-over',110,1700000075000,'move','{"seat":0,"move":"draw B2 e3 e4 using W+","by":"person-ann","id":"message-109"}');
INSERT INTO "entries" VALUES('dice-over',111,1700000076000,'move','{"seat":1,"move":"mark yellow yellow","by":"person-bob","id":"message-110"}');
INSERT INTO "entries" VALUES('dice-over',112,1700000076000,'chance','{"chance":"roll YBPPW"}');
INSERT INTO "entries" VALUES('dice-over',113,1700000077000,'move','{"seat":1,"move":"draw P2 b2* b3 using PW","by":"person-bob","id":"message-112"}');
INSERT INTO "entries" VALUES('dice-over',114,1700000078000,'move','{"seat":1,"move":"coat window e8","by":"person-bob","id":"message-113"}');
INSERT INTO "entries" VALUES('dice-over',115,1700000079000,'move','{"seat":1,"move":"coat track purple","by":"person-bob","id":"message-114"}');
INSERT INTO "entries" VALUES('dice-over',116,1700000080000,'move','{"seat":0,"move":"mark yellow","by":"person-ann","id":"message-115"}');
INSERT INTO "entries" VALUES('dice-over',117,1700000080000,'over','{"result":{"winners":[1],"ranking":[[1],[0]],"scores":[8,16],"empty_cells":[8,1],"forfeited":[]},"seed":"1"}');
INSERT INTO "entries" VALUES('open',1,1700000000000,'create','{"host":"person-ann","code":"PGR2YH","replay":"c6J3eIc8_jsi5YfPbp1UpQ","seats":[{"person":"person-ann","name":"Ann"},{}],"game":"copenhagen","options":{},"watch":"anyone","listed":false,"show_known":false,"order":"seated","clock":null}');
CREATE TABLE links (
	digest VARCHAR NOT NULL,
	person VARCHAR NOT NULL,
	expires BIGINT NOT NULL,
	PRIMARY KEY (digest)
);
CREATE TABLE processes (
	id VARCHAR NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE seats (
	table_id VARCHAR NOT NULL,
	seat INTEGER NOT NULL,
	person VARCHAR NOT NULL,
	PRIMARY KEY (table_id, seat),
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "seats" VALUES('card-begun',0,'person-ann');
INSERT INTO "seats" VALUES('card-over',0,'person-ann');
INSERT INTO "seats" VALUES('dice-begun',0,'person-ann');
INSERT INTO "seats" VALUES('dice-over',0,'person-ann');
INSERT INTO "seats" VALUES('open',0,'person-ann');
INSERT INTO "seats" VALUES('card-begun',1,'person-bob');
INSERT INTO "seats" VALUES('card-over',1,'person-bob');
INSERT INTO "seats" VALUES('dice-begun',1,'person-bob');
INSERT INTO "seats" VALUES('dice-over',1,'person-bob');
CREATE TABLE settings (
	name VARCHAR NOT NULL,
	value VARCHAR NOT NULL,
	PRIMARY KEY (name)
);
CREATE TABLE tables (
	id VARCHAR NOT NULL,
	last INTEGER NOT NULL,
	game VARCHAR NOT NULL,
	players INTEGER NOT NULL,
	status VARCHAR NOT NULL,
	listed BOOLEAN NOT NULL,
	host VARCHAR NOT NULL,
	wake BIGINT,
	seats VARCHAR NOT NULL,
	vacant BOOLEAN NOT NULL,
	code VARCHAR,
	replay VARCHAR,
	created BIGINT NOT NULL,
	updated BIGINT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (code),
	UNIQUE (replay)
);
INSERT INTO "tables" VALUES('open',1,'copenhagen',2,'open',0,'person-ann',NULL,'[["person-ann",false],[null,true]]',1,'PGR2YH',NULL,1700000000000,1700000000000);
INSERT INTO "tables" VALUES('card-over',94,'copenhagen',2,'over',0,'person-ann',NULL,'[["person-ann",false],["person-bob",false]]',0,NULL,'ArzJdrql2MWH9uefhG0-qA',1700000000000,1700000059000);
INSERT INTO "tables" VALUES('dice-over',117,'roll-and-write',2,'over',0,'person-ann',NULL,'[["person-ann",false],["person-bob",false]]',0,NULL,'-sr3SYoM6UVR39wD8L8DeA',1700000000000,1700000080000);
INSERT INTO "tables" VALUES('card-begun',41,'copenhagen',2,'playing',0,'person-ann',NULL,'[["person-ann",false],["person-bob",false]]',0,NULL,NULL,1700000000000,1700000024000);
INSERT INTO "tables" VALUES('dice-begun',42,'roll-and-write',2,'playing',0,'person-ann',NULL,'[["person-ann",false],["person-bob",false]]',0,NULL,NULL,1700000000000,1700000027000);
CREATE INDEX tables_wake ON tables (wake);
CREATE INDEX tables_status_updated ON tables (status, updated);
CREATE INDEX seats_person ON seats (person);
CREATE INDEX links_expires ON links (expires);
COMMIT;
