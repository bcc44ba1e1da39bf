/*!999999\- enable the sandbox mode */
-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB, for debian-linux-gnu (x86_64)
--
-- Host: localhost    Database: shop
-- ------------------------------------------------------
/*!40101 SET NAMES utf8mb4 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
DROP TABLE IF EXISTS `t`;
CREATE TABLE `t` (
  `id` int(11) unsigned NOT NULL AUTO_INCREMENT,
  `na``me` varchar(20) COLLATE utf8mb4_bin DEFAULT NULL COMMENT 'it''s; ok',
  `b` bit(1) DEFAULT b'0',
  `bl` longblob,
  `e` enum('a','b''c') CHARACTER SET latin1 DEFAULT 'a',
  `d` datetime(6) NOT NULL DEFAULT current_timestamp(6) ON UPDATE current_timestamp(6),
  PRIMARY KEY (`id`),
  UNIQUE KEY `u` (`na``me`),
  KEY `k` (`b`,`e`),
  KEY `pre` (`na``me`(5)),
  CONSTRAINT `fk` FOREIGN KEY (`id`) REFERENCES `x` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=42 DEFAULT CHARSET=utf8mb4;
LOCK TABLES `t` WRITE;
/*!40000 ALTER TABLE `t` DISABLE KEYS */;
INSERT INTO `t` VALUES (0,'a\'b\\\n;(',_binary '\0',_binary 'x\0\'y','a','2024-01-02 03:04:05.678900'),(3000000000,NULL,'\0',0x4142,'b\'c','2024-01-02 03:04:05');
/*!40000 ALTER TABLE `t` ENABLE KEYS */;
UNLOCK TABLES;
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`localhost`*/ /*!50003 TRIGGER x BEFORE INSERT ON t FOR EACH ROW BEGIN SET @a=1; END */;;
DELIMITER ;
/*!50001 CREATE VIEW `v` AS SELECT 1 AS `x`*/;
